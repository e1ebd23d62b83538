import { fieldsOf } from '~/contract/reading';
import { startSession } from '~/data/session/session-store';
import { loginFn } from '~/data/session/session.functions';

export interface SignInFailure {
  message: string;
  /** The field the message is about, where it is about one. */
  field: 'email' | 'password' | null;
}

/** Signs in and stores the session; answers null, or why not (SPEC.md points 5 and 8). */
export async function signIn(email: string, password: string): Promise<SignInFailure | null> {
  const { ACCESS_DENIED_MESSAGE, loginFormSchema } = await import('~/contract/session');
  const form = loginFormSchema.safeParse({ email, password });
  if (!form.success) {
    const issue = form.error.issues[0];
    return {
      message: issue?.message ?? '',
      field: issue?.path[0] === 'password' ? 'password' : 'email',
    };
  }
  try {
    const { token, userJson, isSuperuser } = await loginFn({ data: form.data });
    if (!isSuperuser) return { message: ACCESS_DENIED_MESSAGE, field: null };
    startSession({ token, user: { ...fieldsOf(JSON.parse(userJson)), role: 'super_admin' } });
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return { message: message || 'Invalid credentials. Please try again.', field: null };
  }
}
