import { useSyncExternalStore } from 'react';
import { lazyModule } from '~/components/feedback/lazy-module';
import { useLazyDialog } from '~/components/feedback/use-lazy-dialog';
import {
  isPasswordWanted,
  settlePasswordRequest,
  subscribePasswordRequest,
} from '~/data/session/password-request';

const source = lazyModule(() => import('./password-dialog'));

const dismiss = () => settlePasswordRequest(false);

/** The dialog that asks for the password again, for whichever call needs it. */
export function PasswordRequest() {
  const open = useSyncExternalStore(subscribePasswordRequest, isPasswordWanted, () => false);
  const dialog = useLazyDialog({ source, open, dismiss });
  return dialog && <dialog.PasswordDialog open={open} onDone={settlePasswordRequest} />;
}
