import { useEffect } from 'react';
import { useStore } from '~/lib/store';
import { lazyModule, useLazyModule } from './lazy-module';
import { PlainMessage } from './plain-message';
import { dismissToast, shownToasts, type Toast } from './toast';

const list = lazyModule(() => import('./toast-list'));

/** Shows the toasts; mounted once, by the root. The list itself is loaded when idle, or with the first toast. */
export function Toaster() {
  const toasts = useStore(shownToasts);
  const { module, failed } = useLazyModule(list, toasts.length > 0);
  const newest = toasts.at(-1);
  if (!newest) return null;
  if (module) return <module.ToastList toasts={toasts} />;
  return failed && <PlainToast key={newest.id} toast={newest} />;
}

/** A toast while the list cannot be loaded. */
function PlainToast({ toast: { id, text, durationMs } }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(dismissToast, durationMs, id);
    return () => clearTimeout(timer);
  }, [id, durationMs]);
  return <PlainMessage>{text}</PlainMessage>;
}
