import { changeEmbedded } from '~/rpc/queries';
import { askForPasskey } from '~/accounts/passkey-dialogs';

/** Signs in with a passkey of this account instead of a code. Loaded when the button is pressed. */
export async function signWithPasskey({ email, password }: { email: string; password: string }) {
  const body = { username: email, password };
  return askForPasskey(await changeEmbedded('signIn.passkeyOptions', { body }));
}
