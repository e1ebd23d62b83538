import { fieldsOf } from '~/contract/reading';
import { startSession } from '~/data/session/session-store';
import { loginFn } from '~/data/session/session.functions';

export interface SignInFailure {
  /** The server's error, or that only super administrators may enter. */
  message?: string | undefined;
  /** Validation errors of the fields. */
  email?: string | undefined;
  password?: string | undefined;
}

/** Signs in and stores the session; resolves to null, or to the reason for the failure. */
export async function signIn(email: string, password: string): Promise<SignInFailure | null> {
  try {
    const { ACCESS_DENIED_MESSAGE, loginFormSchema } = await import('~/contract/session');
    const form = loginFormSchema.safeParse({ email, password });
    if (!form.success) {
      const about = (field: string) =>
        form.error.issues.find((issue) => issue.path[0] === field)?.message;
      return { email: about('email'), password: about('password') };
    }
    const { token, userJson, isSuperuser } = await loginFn({ data: form.data });
    if (!isSuperuser) return { message: ACCESS_DENIED_MESSAGE };
    startSession({ token, user: { ...fieldsOf(JSON.parse(userJson)), role: 'super_admin' } });
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return { message: message || 'Invalid credentials. Please try again.' };
  }
}
