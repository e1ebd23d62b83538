import type { ApiDeps } from '../deps';
import { invalidField } from '../http/api-error';
import { countFailure } from './check-password';
import { countSignIn, uncountSignIn } from './sign-in-limits';

export const WRONG_CURRENT_PASSWORD_MESSAGE = 'This is not your current password';

interface OwnAccount {
  id: number;
  email: string;
  password_hash: string | null;
}

/**
 * Checks the caller's own password. Guesses count as sign-ins, so an open tab is no way around their limits.
 * Run it in the sign-in queue.
 * @param field the field of the call that holds the password
 * @throws ApiError 422 that names the field, 429 after too many wrong ones
 */
export async function checkOwnPassword(
  deps: ApiDeps,
  account: OwnAccount,
  { password, field, address }: { password: string; field: string; address: string },
): Promise<void> {
  const { db, passwords } = deps;
  const attempt = await countSignIn(db, account.email, address);
  if (!(await passwords.verify(account.password_hash, password))) {
    await countFailure(deps, account.id, address);
    throw invalidField(field, WRONG_CURRENT_PASSWORD_MESSAGE);
  }
  await uncountSignIn(db, attempt);
}
