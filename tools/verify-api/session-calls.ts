import { fieldsOf, readText } from '~/contract/reading';
import { loginResponseSchema } from '~/contract/session';
import { error, type Walk } from './walk';

export interface Credentials {
  email: string;
  password: string;
}

const LOGIN = { method: 'POST', path: '/auth/login', token: null } as const;

/** POST /auth/login, wrong and right. Resolves to whether there is a token for further calls. */
export async function walkSession(walk: Walk, credentials: Credentials): Promise<boolean> {
  const { email: username, password } = credentials;
  await walk.call(
    { ...LOGIN, body: { username, password: `${password} - not the password` } },
    { purpose: 'rejects a wrong password', status: [401, 400, 403, 422] },
  );
  const signedIn = await walk.call(
    { ...LOGIN, body: { username, password } },
    {
      purpose: 'signs in',
      status: '2xx',
      schema: loginResponseSchema,
      check: (json) =>
        fieldsOf(fieldsOf(json).user).is_superuser === true
          ? []
          : [error('$.user.is_superuser', 'true (a super administrator to verify with)', 'false')],
    },
  );
  walk.token = readText(fieldsOf(signedIn).access_token);
  return walk.token !== null;
}
