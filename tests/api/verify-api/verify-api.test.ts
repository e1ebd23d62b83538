import { beforeAll, expect, it } from 'vitest';
import { seedBulk } from '../../../tools/seed/bulk';
import { verifyApi } from '../../../tools/verify-api/verify';
import { createTestApi, insertUser, type TestApi } from '../../support/api';
import { serveHttp } from '../../support/http-server';
import {
  CREDENTIALS,
  type Report,
  type Tamper,
  problemsOf,
  CALLS,
  TEMPLATES,
  html,
  rewrite,
  on,
  all,
  IDS,
} from './broken-api';
import { perFile } from '../../support/opened';

/** Changes the API's answers on their way; undefined leaves them unchanged. */
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

const verify = () => verifyApi(baseUrl, CREDENTIALS.email, CREDENTIALS.password);

it('finds nothing wrong with the embedded API in any reading call of the wire contract', async () => {
  const seen = new Set<string>();
  tamper = (request, path) => {
    seen.add(`${request.method} ${path.replace(/\?.*/, '').replace(/\/\d+/, '/{id}')}`);
    return undefined;
  };
  const report = await verify();
  expect(report.findings.filter(({ problems }) => problems.length > 0)).toEqual([]);
  expect(report.conforms).toBe(true);
  expect([...seen].toSorted()).toEqual(
    [
      ...CALLS,
      ...[...TEMPLATES, '{id}'].map((type) => `GET /admin/bulk-templates/${type}`),
    ].toSorted(),
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
      on(/sort_by=name&sort_order=desc/, () => html()),
      asIf(/[?&]city=zzqx/, '/admin/condos'),
      asIf(/sort_by=id&sort_order=desc/, '/admin/condos?sort_by=id&sort_order=asc'),
      on(/^GET \/admin\/condos\/\d/, (pass) =>
        rewrite(pass(), (text) => text.replaceAll(/(\d\d:\d\d)[:.\d]*Z/g, '$1:00')),
      ),
      on(/^GET \/admin\/apartments$/, (pass) =>
        rewrite(pass(), (text) => text.replaceAll(/"id":(\d+)/g, '"id":"$1"')),
      ),
      on(/^GET \/admin\/users\?page=1&page_size=10$/, (pass) =>
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
  const named = problemsOf(report).filter((line) => !line.endsWith('status: expected 401'));
  expect([...new Set(named.map((line) => line.replaceAll(IDS, 'N')))]).toEqual([
    'GET /admin/apartments *.id: Invalid input: expected number, received string',
    expect.stringMatching(/^GET \/admin\/bulk-templates\/apartment answer: ./),
    'GET /admin/condos?sort_by=id&sort_order=desc id: expected the order of sort_by and sort_order',
    'GET /admin/condos?sort_by=name&sort_order=desc body: expected JSON or a file, not text/html',
    'GET /admin/condos?sort_by=name&sort_order=asc&city=zzqx-verify-9f3b7c city: expected what fits city=zzqx-verify-9f3b7c',
    'GET /admin/condos/N created_at: Invalid ISO datetime',
    'GET /admin/dashboard-stats status: expected 200',
    'GET /admin/invitations?status=pending status: expected 200',
    'GET /admin/users?page=1&page_size=10 pagination: is required',
    'GET /admin/users/N status: expected 404',
  ]);
});

it('names a record that is another one, and a filter that finds others', async () => {
  const report = await verifyBroken(
    all(
      on(/^GET \/admin\/(apartments\/\d|condos.*[?&]city=(?!zzqx))/, (pass) =>
        rewrite(pass(), (text) => text.replaceAll(/"id":\d+/g, '"id":987654')),
      ),
    ),
  );
  expect(problemsOf(report)).toEqual([
    expect.stringMatching(/^GET \/admin\/apartments\/\d+ id: expected \d+ among the records$/),
    expect.stringMatching(/^GET \/admin\/condos\S+&city=\S+ id: expected \d+ among the records$/),
  ]);
});

it('names every route that lets strangers in', async () => {
  const report = await verifyBroken(open(/^GET /));
  const named = problemsOf(report).map((line) => line.replaceAll(IDS, 'N'));
  expect(named.toSorted()).toEqual(
    [...CALLS.slice(1), ...TEMPLATES.map((type) => `GET /admin/bulk-templates/${type}`)]
      .map((call) => `${call.replace('{id}', 'N')} status: expected 401`)
      .toSorted(),
  );
});

it('names a sign-in that takes any password, or an account without rights', async () => {
  const anyPassword = await verifyBroken(
    on(/^POST \/auth\/login/, () =>
      Response.json({ access_token: api.token, user: { is_superuser: false } }),
    ),
  );
  expect(problemsOf(anyPassword)).toEqual([
    'POST /auth/login status: expected 400 or 401 or 403 or 422',
    'POST /auth/login user.is_superuser: Invalid input: expected true',
  ]);
  expect(anyPassword.findings).toHaveLength(2);
});

const changed = (from: RegExp, to: string) =>
  on(/^GET \/admin\/condos\/\d/, (pass) => rewrite(pass(), (text) => text.replace(from, to)));

it('takes what the panel copes with, but not what it needs', async () => {
  for (const [from, to] of [
    [/"website":[^,]*,/, ''],
    [/"created_at":"[^"]*"/, '"created_at":null'],
    [/"number_of_units":(\d+)/, '"number_of_units":"$1"'],
  ] as const) {
    tamper = changed(from, to);
    expect(problemsOf(await verify())).toEqual([]);
  }
  const broken = await verifyBroken(changed(/"city":[^,]*,/, ''));
  expect(problemsOf(broken)).toEqual([expect.stringMatching(/\/condos\/\d+ city: is required$/)]);
});

it('names each filter whose answer holds a record that does not fit', async () => {
  const report = await verifyBroken(
    on(/[?&](city|state|zip_code|country)=(?!zzqx)/, (pass) =>
      rewrite(pass(), (text) =>
        text.replaceAll(/"(city|state|zip_code|country)":"[^"]*"/g, '"$1":"Elsewhere"'),
      ),
    ),
  );
  expect(problemsOf(report).map((line) => / (\w+): expected what fits/.exec(line)?.[1])).toEqual([
    'city',
    'state',
    'zip_code',
    'country',
  ]);
});

const tagged = (change: (tag: string) => string) =>
  on(/^GET \/admin\/(condos|apartments|users)\/\d/, async (pass) => {
    const response = await pass();
    const tag = response.headers.get('etag');
    if (tag !== null) response.headers.set('etag', change(tag));
    return response;
  });

it.each([
  ['weak', (tag: string) => `W/${tag}`],
  ['with the name of an encoding', (tag: string) => tag.replace(/"$/, '-gzip"')],
  ['without quotes', (tag: string) => tag.replaceAll('"', '')],
])('names an API whose tags are %s, of each kind of record', async (_how, change) => {
  const report = await verifyBroken(tagged(change));
  expect(problemsOf(report).map((line) => line.replaceAll(IDS, 'N').replace(/\S+$/, 'T'))).toEqual(
    ['apartments', 'condos', 'users'].map(
      (records) => `GET /admin/${records}/N ETag: expected a strong tag without an encoding, not T`,
    ),
  );
});

it('names tags that change although the record does not', async () => {
  let readings = 0;
  const report = await verifyBroken(
    tagged((tag) => {
      readings += 1;
      return tag.replace(/"$/, `${readings}"`);
    }),
  );
  expect(problemsOf(report)).toHaveLength(3);
  expect(problemsOf(report)[0]).toMatch(
    /ETag: expected \S+ again for an unchanged record, not \S+$/,
  );
});

it('asks for records without compression, which would change their tags', async () => {
  const encodings = new Set<string | null>();
  tamper = on(/^GET \/admin\/(condos|apartments|users)\/\d/, (pass, { headers }) => {
    encodings.add(headers.get('accept-encoding'));
    return pass();
  });
  expect(problemsOf(await verify())).toEqual([]);
  expect([...encodings]).toContain('identity');
});
