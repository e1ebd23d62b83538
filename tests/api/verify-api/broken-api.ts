import { gunzipSync } from 'node:zlib';
import type { TestApi } from '../../support/api';
import { createFileMediaStore } from '~/api/media/file-media-store';
import { removeDueImages } from '~/api/media/orphaned-images';
import { readdir } from 'node:fs/promises';
import type { Report } from '../../../tools/verify-api/report';
import { ageHistory } from '../../support/history';
import { silentLog } from '../../support/silent-log';

export const CREDENTIALS = { email: 'chief@example.com', password: 'a password to verify with' };

export type Tamper = (
  request: Request,
  path: string,
  pass: () => Promise<Response>,
) => Promise<Response> | Response | undefined;

/** One line for each problem: call, place, what was expected and found. */
export function problemsOf({ findings }: Report, severity = 'error'): string[] {
  return findings.flatMap(({ method, path, problems }) =>
    problems
      .filter((problem) => problem.severity === severity)
      .map(
        ({ path: where, expected, found }) => `${method} ${path} ${where}: ${expected} / ${found}`,
      ),
  );
}

/** What is stored, once the history has aged out and the cleaner has removed the images that no record has any more. */
export async function countRecords(api: TestApi) {
  await ageHistory(api);
  await removeDueImages({
    db: api.db,
    media: createFileMediaStore(api.mediaFolder),
    clock: () => new Date(),
    log: silentLog,
  });
  const { rows } = await api.database.pool.query<Record<string, string>>(
    `select (select count(*) from condos) as condos, (select count(*) from apartments) as apartments,
            (select count(*) from users) as users, (select count(*) from invitations) as invitations,
            (select count(*) from user_condo_associations) as associations`,
  );
  return { ...rows[0], images: await readdir(api.mediaFolder).catch(() => []) };
}

export const html = (status = 200) =>
  new Response('<html><h1>It works</h1></html>', {
    status,
    headers: { 'content-type': 'text/html' },
  });

/** Changes the JSON of an answer, which the API may have compressed. */
export async function rewrite(answer: Promise<Response>, change: (text: string) => string) {
  const response = await answer;
  const headers = new Headers(response.headers);
  const isGzip = headers.get('content-encoding') === 'gzip';
  headers.delete('content-encoding');
  const bytes = await response.bytes();
  const text = (isGzip ? gunzipSync(bytes) : Buffer.from(bytes)).toString();
  const { ok, status } = response;
  return new Response(ok ? change(text) : text, { status, headers });
}

export const on =
  (
    call: RegExp,
    change: (pass: () => Promise<Response>, request: Request) => Promise<Response> | Response,
  ): Tamper =>
  (request, path, pass) =>
    call.test(`${request.method} ${path}`) ? change(pass, request) : undefined;

export const all =
  (...tampers: Tamper[]): Tamper =>
  (...call) => {
    for (const one of tampers) {
      const answer = one(...call);
      if (answer) return answer;
    }
    return undefined;
  };

/** Ids in paths. */
export const IDS = /(?<=\/)\d+(?=[ ?]|$)/g;

/** Of the wire contract, but for templates and images. */
export const CALLS = [
  'POST /auth/login',
  'GET /admin/dashboard-stats',
  'GET /admin/condos',
  'POST /admin/condos',
  'GET /admin/condos/{id}',
  'PUT /admin/condos/{id}',
  'DELETE /admin/condos/{id}',
  'GET /admin/apartments',
  'POST /admin/apartments',
  'GET /admin/apartments/{id}',
  'PUT /admin/apartments/{id}',
  'DELETE /admin/apartments/{id}',
  'GET /admin/users',
  'GET /admin/users/{id}',
  'PUT /admin/users/{id}',
  'DELETE /admin/users/{id}',
  'POST /admin/invite-user',
  'DELETE /admin/user-condo-associations/{id}',
  'POST /admin/bulk-validate',
  'POST /admin/bulk-create',
  'GET /admin/invitations',
  'DELETE /admin/invitations/{id}',
  'POST /admin/invitations/{id}/resend',
];
