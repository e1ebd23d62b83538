import { loginResponseSchema, toLoginPayload } from '~/contract/session';
import { fieldsOf, readText } from '~/contract/reading';
import { error, type Walk } from './walk';

export interface Credentials {
  email: string;
  password: string;
}

const LOGIN = { method: 'POST', path: '/auth/login', token: null } as const;

/** POST /auth/login, wrong and right. Resolves to whether there is a token for further calls. */
export async function walkSession(walk: Walk, credentials: Credentials): Promise<boolean> {
  const wrong = { ...credentials, password: `${credentials.password} - not the password` };
  await walk.call(
    { ...LOGIN, body: toLoginPayload(wrong) },
    { purpose: 'rejects a wrong password', status: [401, 400, 403, 422] },
  );
  const session = await walk.call(
    { ...LOGIN, body: toLoginPayload(credentials) },
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
  walk.token = readText(fieldsOf(session).access_token);
  return walk.token !== null;
}
