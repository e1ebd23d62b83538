import type * as webAuthn from '@simplewebauthn/browser';
import type {
  NewPasskey,
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from './passkeys';
import { browserError } from '~/rpc/errors/app-error';
import { msg } from '~/language/texts';
import { changeEmbedded } from '~/rpc/queries';

/* The browser's own dialogs for passkeys. */

const UNSUPPORTED = msg`This browser does not support passkeys.`;
const CANCELLED = msg`No passkey was used: the dialog was closed, or it took too long.`;

/** The failures of a dialog, by the names of the errors in Web Authentication, level 3. */
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ['AbortError', CANCELLED],
  ['NotAllowedError', CANCELLED],
  ['InvalidStateError', msg`This device has a passkey for your account already.`],
  ['NotSupportedError', UNSUPPORTED],
  ['ConstraintError', UNSUPPORTED],
  ['SecurityError', msg`Passkeys do not work at this address.`],
]);

/** Makes a new passkey. @throws AppError with a sentence for the user */
export function createPasskey(options: PasskeyCreationOptions): Promise<NewPasskey['credential']> {
  return inDialog(({ startRegistration }) => startRegistration({ optionsJSON: options }));
}

/** Signs with a passkey. @throws AppError with a sentence for the user */
export function askForPasskey(options: PasskeyRequestOptions): Promise<PasskeyAssertion> {
  return inDialog(({ startAuthentication }) => startAuthentication({ optionsJSON: options }));
}

async function inDialog<T>(open: (library: typeof webAuthn) => Promise<T>): Promise<T> {
  const library = await import('@simplewebauthn/browser');
  if (!library.browserSupportsWebAuthn()) throw browserError(UNSUPPORTED);
  try {
    return await open(library);
  } catch (error) {
    throw browserError(
      BY_NAME.get(nameOf(error)) ?? msg`The passkey could not be used. Please try again.`,
    );
  }
}

/** Name of an error. A DOMException need not be an Error. */
function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : '';
}

/** Returns a passkey's signature for this account, which the sign-in takes in place of a code. */
export async function signWithPasskey({ email, password }: { email: string; password: string }) {
  const body = { username: email, password };
  return askForPasskey(await changeEmbedded('signIn.passkeyOptions', { body }));
}
