import { beforeAll, expect, it } from 'vitest';
import { seedBulk } from '../../../tools/seed/bulk';
import type { Report } from '../../../tools/verify-api/report';
import { verifyApi } from '../../../tools/verify-api/verify';
import { createTestApi, insertUser, type TestApi } from '../../support/api';
import { serveHttp } from '../../support/http-server';
import {
  CREDENTIALS,
  type Tamper,
  problemsOf,
  CALLS,
  html,
  rewrite,
  on,
  all,
  IDS,
} from './broken-api';
import { perFile } from '../../support/opened';

/** What happens to the API's answers on their way; undefined leaves them as they are. */
let tamper: Tamper = () => undefined;

const server = perFile(() =>
  serveHttp((request) => {
    const { pathname, search } = new URL(request.url);
    const pass = () => api.fetch(request);
    return Promise.resolve(tamper(request, pathname.slice('/api'.length) + search, pass) ?? pass());
  }),
);
const api: TestApi = perFile(() =>
  createTestApi({ settings: { publicUrl: server.url, maxConnections: 5 } }),
);
let baseUrl: string;
beforeAll(async () => {
  baseUrl = `${server.url}/api`;
  await seedBulk(api.db, { condos: 3, apartments: 12, users: 25 });
  await insertUser(api.db, {
    email: CREDENTIALS.email,
    password_hash: `plain:${CREDENTIALS.password}`,
    is_superuser: true,
  });
});

const verify = () => verifyApi({ baseUrl, credentials: CREDENTIALS });

it('finds nothing wrong with the embedded API in any reading call of the wire contract', async () => {
  const seen = new Set<string>();
  tamper = (request, path) => {
    seen.add(`${request.method} ${path.replace(/\?.*/, '').replace(/\/\d+/, '/{id}')}`);
    return undefined;
  };
  const report = await verify();
  expect(report.findings.filter(({ problems }) => problems.length > 0)).toEqual([]);
  expect(report.conforms).toBe(true);
  const templates = ['condo', 'apartment', 'user_invite', 'zzqx-verify-9f3b7c'];
  expect([...seen].toSorted()).toEqual(
    [...CALLS, ...templates.map((type) => `GET /admin/bulk-templates/${type}`)].toSorted(),
  );
});

/** Answers as if the query were another one. */
const asIf = (call: RegExp, path: string) =>
  on(call, (_pass, { headers }) => api.fetch(new Request(`${server.url}/api${path}`, { headers })));

/** Lets strangers in. */
const open = (call: RegExp) =>
  on(call, (pass, request) => {
    if (request.headers.has('authorization')) return pass();
    const headers = new Headers(request.headers);
    headers.set('authorization', `Bearer ${api.token}`);
    return api.fetch(new Request(request, { headers }));
  });

async function verifyBroken(broken: Tamper): Promise<Report> {
  tamper = broken;
  const report = await verify();
  expect(report.conforms).toBe(false);
  return report;
}

it('names what is broken in answers: route, status, format, ids, paging, filter, order', async () => {
  const report = await verifyBroken(
    all(
      on(/^GET \/admin\/dashboard-stats/, () =>
        Response.json({ detail: 'Not Found' }, { status: 404 }),
      ),
      on(/^GET \/admin\/condos\?sort_by=name&sort_order=desc/, () => html()),
      asIf(/^GET \/admin\/condos\?city=/, '/admin/condos'),
      asIf(/sort_by=id&sort_order=desc/, '/admin/condos?sort_by=id&sort_order=asc'),
      on(/^GET \/admin\/condos\/\d/, (pass) =>
        rewrite(pass(), (text) => text.replaceAll(/(\d\d:\d\d)[:.\d]*Z/g, '$1:00')),
      ),
      on(/^GET \/admin\/apartments$/, (pass) =>
        rewrite(pass(), (text) => text.replaceAll(/"id":(\d+)/g, '"id":"$1"')),
      ),
      on(/^GET \/admin\/users\?page=1/, (pass) =>
        rewrite(pass(), (text) => text.replace(/,?"pagination":\{[^}]*\},?/, '')),
      ),
      on(/^GET \/admin\/users\/\d/, () => html(502)),
      on(
        /^GET \/admin\/invitations/,
        () => new Response(null, { status: 302, headers: { location: '/sign-in' } }),
      ),
      on(/^GET \/admin\/bulk-templates\/apartment/, () => Promise.reject(new Error('cut'))),
    ),
  );
  expect(problemsOf(report).map((line) => line.replaceAll(IDS, 'N'))).toEqual([
    'GET /admin/dashboard-stats status: 200 / 404 string "Not Found"',
    'GET /admin/dashboard-stats status: 401 / 404 string "Not Found"',
    'GET /admin/dashboard-stats status: 401 / 404 string "Not Found"',
    'GET /admin/condos?sort_by=name&sort_order=desc body: JSON / text/html: string "<html><h1>It works</h1></html>"',
    expect.stringMatching(
      /^GET \/admin\/condos\?sort_by=id&sort_order=desc \$\[1\]\.id: less than \d+ \/ \d+$/,
    ),
    'GET /admin/condos?city=zzqx-verify-9f3b7c&sort_by=name&sort_order=asc $: an empty list (the filter is ignored) / a list of 3',
    expect.stringMatching(
      /^GET \/admin\/condos\/N \$\.created_at: an instant \(ISO 8601 with time zone\) \/ string "\S+:00"$/,
    ),
    expect.stringMatching(
      /^GET \/admin\/apartments \$\[0\]\.id: number \/ string "\d+" \(and 11 more such\)$/,
    ),
    'GET /admin/users?page=1&page_size=10 $.pagination: object / nothing',
    'GET /admin/users/N status: 404 / 502 string "<html><h1>It works</h1></html>"',
    'GET /admin/invitations?status=pending status: 200 / 302',
    'GET /admin/invitations?status=pending status: 401 / 302',
    'GET /admin/invitations?status=pending status: 401 / 302',
    expect.stringMatching(/^GET \/admin\/bulk-templates\/apartment answer: an answer \/ /),
  ]);
});

it('names a record that is another one, and a filter that finds others', async () => {
  const report = await verifyBroken(
    all(
      on(/^GET \/admin\/(apartments\/\d|condos\?city=(?!zzqx))/, (pass) =>
        rewrite(pass(), (text) => text.replaceAll(/"id":\d+/g, '"id":987654')),
      ),
    ),
  );
  expect(problemsOf(report)).toEqual([
    expect.stringMatching(
      /^GET \/admin\/condos\?city=\S+ \$: the record with id \d+ among the found \/ a list of \d+$/,
    ),
    expect.stringMatching(/^GET \/admin\/apartments\/\d+ \$\.id: \d+ \/ number 987654$/),
  ]);
});

it('names every route that lets strangers in', async () => {
  const report = await verifyBroken(open(/^GET /));
  const named = problemsOf(report).map((line) => line.replaceAll(IDS, 'N'));
  expect(named.map((line) => line.replace(/ status: 401 \/ 200 .*/, ''))).toEqual([
    'GET /admin/dashboard-stats',
    'GET /admin/condos?sort_by=name&sort_order=asc',
    'GET /admin/condos/N',
    'GET /admin/apartments',
    'GET /admin/apartments/N',
    'GET /admin/users?page=1&page_size=10',
    'GET /admin/users/N',
    'GET /admin/invitations?status=pending',
  ]);
});

it('names a sign-in that takes any password, or an account without rights', async () => {
  const anyPassword = await verifyBroken(
    on(/^POST \/auth\/login/, () =>
      Response.json({ access_token: api.token, user: { is_superuser: false } }),
    ),
  );
  expect(problemsOf(anyPassword)).toEqual([
    expect.stringMatching(/^POST \/auth\/login status: 401 or 400 or 403 or 422 \/ 200/),
    'POST /auth/login $.user.is_superuser: true (a super administrator to verify with) / false',
  ]);
  expect(anyPassword.findings.at(-1)).toMatchObject({ outcome: 'skipped' });
});

it('takes what the panel copes with for a warning', async () => {
  tamper = on(/^GET \/admin\/condos\/\d+/, (pass) =>
    rewrite(pass(), (text) =>
      text
        .replace(/"website":[^,]*,/, '')
        .replace(/"created_at":"[^"]*"/, '"created_at":null')
        .replace(/"zip_code":"[^"]*"/, `"zip_code":"${'8'.repeat(33)}"`),
    ),
  );
  const report = await verify();
  expect(report.conforms).toBe(true);
  for (const warning of [
    /^GET \/admin\/condos\/\d+ \$\.website: string \/ nothing$/,
    // It could not be saved again.
    /^GET \/admin\/condos\/\d+ \$\.zip_code: at most 32 characters \/ string "8{33}"$/,
  ]) {
    expect(problemsOf(report, 'warning')).toContainEqual(expect.stringMatching(warning));
  }
});
