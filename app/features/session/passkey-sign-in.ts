import { readRequestOptions } from '~/contract/passkeys-reading';
import { readAnswer } from '~/data/answer';
import { passkeyOptionsFn } from '~/data/session/passkey.functions';
import { askForPasskey } from '~/lib/passkey-dialogs';

/** What a passkey of this account has signed, in place of a code; loaded when the button is pressed. */
export async function signWithPasskey(credentials: { email: string; password: string }) {
  const answer = await passkeyOptionsFn({ data: credentials });
  return askForPasskey(await readAnswer(answer, readRequestOptions));
}
