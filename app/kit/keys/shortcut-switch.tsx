import { useId, useSyncExternalStore } from 'react';
import { Checkbox } from '~/kit/ui/input';
import { subscribeKept } from '~/kit/ui/stored';
import { t } from '~/language/texts';
import { areShortcutsOn, turnShortcuts } from './shortcut-of';

/** Enables or disables single-key shortcuts in this browser. */
export function ShortcutSwitch() {
  const isOn = useSyncExternalStore(subscribeKept, areShortcutsOn, () => true);
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="flex min-h-6 items-center gap-2.5 font-medium">
        <Checkbox
          id={id}
          role="switch"
          checked={isOn}
          aria-checked={isOn}
          aria-describedby={`${id}-hint`}
          onCheckedChange={turnShortcuts}
        />
        {t`Single-key shortcuts`}
      </label>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {t`Applies to this browser. Ctrl K always works.`}
      </p>
    </div>
  );
}
