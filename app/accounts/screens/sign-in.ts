import type { ErrorCode } from '~/rpc/errors/http-status';
import type { FactorKind } from '~/accounts/factor-kinds';
import { fieldsOf, readText } from '~/fields/reading';
import { send } from '~/rpc/client.functions';
import { startSession } from '~/rpc/session-store';
import type { LoginForm } from '~/accounts/session';
import { AppError } from '~/rpc/errors/app-error';
import { msg } from '~/language/texts';

const SECOND_FACTOR_WANTED: ErrorCode = 'second_factor_required';

const PASSKEY: FactorKind = 'passkey';

export interface SignInFailure {
  /** The server's error, or the message that only super administrators may enter. */
  message?: string | undefined;
  email?: string | undefined;
  password?: string | undefined;
  otp?: string | undefined;
  /** The API's request for a second factor, if the account has one. */
  secondFactor?: FactorRequest | undefined;
}

export interface FactorRequest {
  hint: string;
  /** True if the account has a passkey for this address. */
  hasPasskey: boolean;
}

export interface SignInFields {
  email: string;
  password: string;
  /** The typed code; undefined until the API asks for one. */
  otp: string | undefined;
  /** True to sign with a passkey instead of a code. */
  usesPasskey?: boolean;
}

/** Signs in and stores the session; resolves to null, or to the reason for the failure. */
export async function signIn({
  email,
  password,
  otp,
  usesPasskey = false,
}: SignInFields): Promise<SignInFailure | null> {
  try {
    const { ACCESS_DENIED_MESSAGE, loginFormSchema, toLoginPayload } =
      await import('~/accounts/session');
    const form = loginFormSchema.safeParse({
      email,
      password,
      otp: usesPasskey ? undefined : otp,
    });
    if (!form.success) {
      const about = (field: string) =>
        form.error.issues.find((issue) => issue.path[0] === field)?.message;
      return { email: about('email'), password: about('password'), otp: about('otp') };
    }
    const credentials = usesPasskey ? await withPasskey(form.data) : form.data;
    const answer = await send('session.login', { body: toLoginPayload(credentials) });
    const { token, user: sent } = fieldsOf(await answer.json());
    const user = fieldsOf(sent);
    if (user.is_superuser !== true) return { message: ACCESS_DENIED_MESSAGE };
    startSession({ token: readText(token) ?? '', user: { ...user, role: 'super_admin' } });
    return null;
  } catch (error) {
    const secondFactor = toFactorRequest(error);
    if (error instanceof AppError && secondFactor) {
      if (usesPasskey) return { message: error.message };
      if (otp) return { otp: error.message };
      return { secondFactor };
    }
    const message = error instanceof Error ? error.message : '';
    return { message: message || msg`Invalid credentials. Please try again.` };
  }
}

/** The request for a second factor in an error, if any. */
export function toFactorRequest(error: unknown): FactorRequest | undefined {
  if (!(error instanceof AppError) || error.code !== SECOND_FACTOR_WANTED) return undefined;
  return { hint: error.message, hasPasskey: error.factors.includes(PASSKEY) };
}

async function withPasskey(form: LoginForm): Promise<LoginForm> {
  const { signWithPasskey } = await import('~/accounts/passkey-dialogs');
  return { ...form, passkey: await signWithPasskey(form) };
}
