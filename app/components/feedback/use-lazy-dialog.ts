import { useEffect, useEffectEvent } from 'react';
import { isOutdated, UPDATED_MESSAGE } from '~/lib/missing-code';
import { msg, t, translate } from '~/lib/texts';
import { useLazyModule, type LazyModule } from './lazy-module';
import { toast } from './toast';

const NAMES = {
  dialog: msg`dialog`,
  form: msg`form`,
  menu: msg`menu`,
  calendar: msg`calendar`,
} as const;

interface LazyDialog<T> {
  source: LazyModule<T>;
  open: boolean;
  /** Closes it; for when its code could not be loaded. */
  dismiss: () => void;
  /** The noun in the message about a failed load. */
  name?: keyof typeof NAMES;
  /** Loaded once the page is painted: for what is typed into at once. Otherwise when the browser is idle. */
  early?: boolean;
}

/** A dialog's module, null until it is loaded. Where it cannot be, an open dialog is dismissed with a toast. */
export function useLazyDialog<T>(dialog: LazyDialog<T>) {
  const { source, open, dismiss, name = 'dialog', early = false } = dialog;
  const { module, failed } = useLazyModule(source, open || (early && 'painted'));
  const giveUp = useEffectEvent(() => {
    dismiss();
    void sayNotLoaded(name);
  });
  useEffect(() => {
    if (failed && open) giveUp();
  }, [failed, open]);
  return module;
}

async function sayNotLoaded(name: keyof typeof NAMES): Promise<void> {
  const advice = (await isOutdated())
    ? translate(UPDATED_MESSAGE)
    : t`Check your connection and try again.`;
  toast.error(t`The ${translate(NAMES[name])} could not be loaded. ${advice}`);
}
