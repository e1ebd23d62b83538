import { useEffect, useRef } from 'react';
import { useLazyModule, type LazyModule } from './lazy-module';
import { toast } from './toast';

interface LazyDialog<T> {
  source: LazyModule<T>;
  open: boolean;
  /** Closes it; for when its code could not be loaded. */
  dismiss: () => void;
  /** What it is, for the message then. */
  name?: 'dialog' | 'form';
}

/**
 * A dialog's module, loaded when the browser is idle, at the latest when it opens; null until then. When it cannot be
 * loaded, an open dialog is dismissed with a toast.
 */
export function useLazyDialog<T>({ source, open, dismiss, name = 'dialog' }: LazyDialog<T>) {
  const { module, failed } = useLazyModule(source, open);
  const dismissNow = useRef(dismiss);
  useEffect(() => {
    dismissNow.current = dismiss;
  }, [dismiss]);
  useEffect(() => {
    if (!failed || !open) return;
    toast.error(`The ${name} could not be loaded. Check your connection and try again.`);
    dismissNow.current();
  }, [failed, open, name]);
  return module;
}
