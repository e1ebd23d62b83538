import { DialogWindow } from '~/kit/ui/dialog';
import { msg, t, translate } from '~/language/texts';
import { useSyncExternalStore } from 'react';
import { HintedCheckbox } from '~/kit/ui/input';
import { subscribeStored } from '~/kit/ui/storage';
import { areShortcutsOn, turnShortcuts } from './shortcut-of';

const KEYS: ReadonlyArray<readonly [keys: readonly string[], meaning: string]> = [
  [['/'], msg`Search this list`],
  [['Enter'], msg`In the search: open the first hit`],
  [['j', '↓'], msg`Next row`],
  [['k', '↑'], msg`Previous row`],
  [['Enter'], msg`Open the row`],
  [['x'], msg`Choose the row`],
  [['e'], msg`Edit the row or the record`],
  [['c'], msg`Create a new record`],
  [['Esc'], msg`Leave the field of a form`],
  [['['], msg`Previous record of the list`],
  [[']'], msg`Next record of the list`],
  [['g', 'd'], msg`Open a screen: g, then its letter in “Search everything”`],
  [['Ctrl Z', '⌘ Z'], msg`Undo what the message offers`],
  [['F8'], msg`Go to the messages`],
  [['?'], msg`Show these keys`],
];

/** The list of keys, and a switch that disables the single-key shortcuts. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <DialogWindow title={t`Keyboard shortcuts`} onClose={onClose}>
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-2">
        <Keys keys={['Ctrl K', '⌘ K']} meaning={t`Search everything`} />
        {KEYS.map(([keys, meaning]) => (
          <Keys key={meaning} keys={keys} meaning={translate(meaning)} />
        ))}
      </dl>
      <div className="mt-5 border-t border-line pt-4">
        <ShortcutSwitch />
      </div>
    </DialogWindow>
  );
}

function Keys({ keys, meaning }: { keys: readonly string[]; meaning: string }) {
  return (
    <>
      <dt className="flex gap-1.5">
        {keys.map((key) => (
          <kbd
            key={key}
            translate="no"
            className="min-w-6 rounded-sm border border-line-mid bg-sunken px-1.5 text-center font-sans text-sm"
          >
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{meaning}</dd>
    </>
  );
}

/** Enables or disables single-key shortcuts in this browser. */
export function ShortcutSwitch() {
  const isOn = useSyncExternalStore(subscribeStored, areShortcutsOn, () => true);
  return (
    <HintedCheckbox
      role="switch"
      checked={isOn}
      aria-checked={isOn}
      onCheckedChange={turnShortcuts}
      label={t`Single-key shortcuts`}
      hint={t`Applies to this browser. Ctrl K always works.`}
    />
  );
}
