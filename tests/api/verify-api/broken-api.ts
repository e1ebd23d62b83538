import { gunzipSync } from 'node:zlib';
import type { verifyApi } from '../../../tools/verify-api/verify';

export const CREDENTIALS = { email: 'chief@example.com', password: 'a password to verify with' };

export type Tamper = (
  request: Request,
  path: string,
  pass: () => Promise<Response>,
) => Promise<Response> | Response | undefined;

export type Report = Awaited<ReturnType<typeof verifyApi>>;

/** One line for each problem: call, place and what was expected. */
export function problemsOf({ findings }: Report): string[] {
  return findings.flatMap(({ call, problems }) => problems.map((problem) => `${call} ${problem}`));
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

/** The reading calls of the wire contract, but for templates. */
export const CALLS = [
  'POST /auth/login',
  'GET /admin/dashboard-stats',
  'GET /admin/condos',
  'GET /admin/condos/{id}',
  'GET /admin/apartments',
  'GET /admin/apartments/{id}',
  'GET /admin/users',
  'GET /admin/users/{id}',
  'GET /admin/invitations',
];

export const TEMPLATES = ['condo', 'apartment', 'user_invite'];
