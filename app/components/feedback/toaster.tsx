import { useSyncExternalStore } from 'react';
import { lazyModule, useLazyModule } from './lazy-module';
import { currentToasts, subscribeToasts, type Toast } from './toast';

const list = lazyModule(() => import('./toast-list'));
const NO_TOASTS: readonly Toast[] = [];

/** Shows the toasts; mounted once, by the root. The list itself is loaded when idle, or with the first toast. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts, () => NO_TOASTS);
  const ToastList = useLazyModule(list, toasts.length > 0).module?.ToastList;
  return ToastList ? <ToastList toasts={toasts} /> : null;
}
