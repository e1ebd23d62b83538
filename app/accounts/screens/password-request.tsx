import { useSyncExternalStore } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import {
  isPasswordRequested,
  settlePasswordRequest,
  subscribePasswordRequest,
} from '~/rpc/password-request';

const DialogPart = lazyPart(() => import('./password-dialog'));

const dismiss = () => settlePasswordRequest(false);

/** The dialog that asks for the password again, for whichever call needs it. */
export function PasswordRequest() {
  const open = useSyncExternalStore(subscribePasswordRequest, isPasswordRequested, () => false);
  return (
    <DialogPart open={open} onClose={dismiss}>
      {({ PasswordDialog }) => <PasswordDialog open={open} onDone={settlePasswordRequest} />}
    </DialogPart>
  );
}
