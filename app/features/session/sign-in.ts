import type { ErrorCode } from '~/contract/error-codes';
import { fieldsOf } from '~/contract/reading';
import { startSession } from '~/data/session/session-store';
import { loginFn } from '~/data/session/session.functions';
import { AppError } from '~/lib/app-error';

const SECOND_FACTOR_WANTED: ErrorCode = 'second_factor_required';

export interface SignInFailure {
  /** The server's error, or that only super administrators may enter. */
  message?: string | undefined;
  /** Validation errors of the fields. */
  email?: string | undefined;
  password?: string | undefined;
  otp?: string | undefined;
  /** What the API asks for, where the account has a second factor. */
  secondFactor?: string | undefined;
}

export interface SignInFields {
  email: string;
  password: string;
  /** Undefined until it was asked for. */
  otp: string | undefined;
}

/** Signs in and stores the session; resolves to null, or to the reason for the failure. */
export async function signIn({
  email,
  password,
  otp,
}: SignInFields): Promise<SignInFailure | null> {
  try {
    const { ACCESS_DENIED_MESSAGE, loginFormSchema } = await import('~/contract/session');
    const form = loginFormSchema.safeParse({ email, password, otp });
    if (!form.success) {
      const about = (field: string) =>
        form.error.issues.find((issue) => issue.path[0] === field)?.message;
      return { email: about('email'), password: about('password'), otp: about('otp') };
    }
    const { token, userJson, isSuperuser } = await loginFn({ data: form.data });
    if (!isSuperuser) return { message: ACCESS_DENIED_MESSAGE };
    startSession({ token, user: { ...fieldsOf(JSON.parse(userJson)), role: 'super_admin' } });
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === SECOND_FACTOR_WANTED) {
      return otp ? { otp: error.message } : { secondFactor: error.message };
    }
    const message = error instanceof Error ? error.message : '';
    return { message: message || 'Invalid credentials. Please try again.' };
  }
}
