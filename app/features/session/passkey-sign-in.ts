import { changeEmbedded } from '~/rpc/queries';
import { askForPasskey } from '~/lib/passkey-dialogs';

/** What a passkey of this account has signed, in place of a code; loaded when the button is pressed. */
export async function signWithPasskey({ email, password }: { email: string; password: string }) {
  const body = { username: email, password };
  return askForPasskey(await changeEmbedded('signIn.passkeyOptions', { body }));
}
