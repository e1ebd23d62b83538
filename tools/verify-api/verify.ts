import { fieldsOf, readText } from '~/contract/reading';
import { loginResponseSchema } from '~/contract/session';
import {
  walkApartments,
  walkCondos,
  walkDashboard,
  walkInvitations,
  walkTemplates,
} from './read-calls';
import type { Report } from './report';
import { walkUsers } from './user-calls';
import { error, Walk } from './walk';

interface VerifyOptions {
  /** The API's base address; ends in /api. */
  baseUrl: string;
  credentials: { email: string; password: string };
}

/** Signs in, makes every reading call of the wire contract and reports which conform. */
export async function verifyApi({ baseUrl, credentials }: VerifyOptions): Promise<Report> {
  const walk = new Walk(baseUrl);
  if (await walkSession(walk, credentials)) {
    await walkDashboard(walk);
    await walkCondos(walk);
    await walkApartments(walk);
    await walkUsers(walk);
    await walkInvitations(walk);
    await walkTemplates(walk);
  } else {
    walk.skip('/admin/...', 'everything else', 'no further calls without a token');
  }
  const conforms = !walk.findings.some(({ outcome }) => outcome === 'failed');
  return { baseUrl, conforms, findings: walk.findings };
}

const LOGIN = { method: 'POST', path: '/auth/login', token: null } as const;

/** POST /auth/login, wrong and right. Resolves to whether there is a token for further calls. */
async function walkSession(
  walk: Walk,
  credentials: VerifyOptions['credentials'],
): Promise<boolean> {
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
