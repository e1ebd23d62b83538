import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { CallGroup } from '~/rpc/declare';
import { CALLS } from '~/rpc/calls';
import { INTEGER_MAX } from '~/fields/limits';
import { z } from '~/fields/zod';
import { apiPerFile, callsOf } from '../../support/api';
import { mountedRoutes } from '../../support/mounted-routes';
import { must } from '../../support/must';

const api = apiPerFile();

const get = (path: string, headers?: Record<string, string>) =>
  callsOf(api).call('GET', path, undefined, headers);

const operation = z.looseObject({
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  requestBody: z.looseObject({ content: z.record(z.string(), z.unknown()) }).optional(),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({ content: z.unknown().optional(), headers: z.looseObject({}).optional() }),
  ),
});
const documentSchema = z.looseObject({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

interface Operation {
  path: string;
  method: string;
  value: z.infer<typeof operation>;
}

const readDocument = async () => documentSchema.parse(await (await get('/openapi.json')).json());

async function describedOperations(): Promise<Operation[]> {
  const { paths } = await readDocument();
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, value]) => ({ path, method, value })),
  );
}

/** The description itself and the page that shows it. */
const UNDOCUMENTED = ['GET /api/docs', 'GET /api/docs/{file}', 'GET /api/openapi.json'];

it('every declared call is mounted', () => {
  const declared = Object.values<CallGroup>(CALLS).flatMap(({ base, calls }) =>
    Object.values(calls).map(({ method, path = '' }) => `${method} /api${base}${path}`),
  );
  expect(declared.length).toBeGreaterThan(50);
  const mounted = new Set(mountedRoutes(api.deps));
  expect(declared.filter((call) => !mounted.has(call))).toEqual([]);
});

describe('GET /openapi.json', () => {
  it('describes every mounted route, and no other', async () => {
    const described = (await describedOperations()).map(
      ({ method, path }) => `${method.toUpperCase()} ${path}`,
    );
    const mounted = mountedRoutes(api.deps);
    expect(mounted).toEqual(expect.arrayContaining(UNDOCUMENTED));
    const expected = mounted.filter((name) => !UNDOCUMENTED.includes(name));
    expect({
      undocumented: expected.filter((name) => !described.includes(name)),
      notMounted: described.filter((name) => !expected.includes(name)),
    }).toEqual({ undocumented: [], notMounted: [] });
    expect(described.length).toBeGreaterThan(30);
  });

  it('describes each call with its token, its answer and what it can be rejected with', async () => {
    const operations = await describedOperations();
    for (const { path, method, value } of operations) {
      const isAdmins = path.startsWith('/api/admin/');
      const statuses = Object.keys(value.responses);
      const expected = [
        ...(isAdmins ? ['401', '403'] : []),
        ...(value.requestBody ? ['400', '413', '415', '422'] : []),
        // Wherever a part of the address may be anything.
        ...(path.includes('{') ? ['404'] : []),
      ];
      const call = `${method} ${path}`;
      const lacking = expected.filter((status) => !statuses.includes(status));
      expect({ call, lacking }).toEqual({ call, lacking: [] });
      if (!isAdmins) continue;
      expect(value.security).toEqual([{ bearer: [] }]);
      const success = statuses.find((status) => status.startsWith('2'));
      const answer = value.responses[must(success, 'success')]?.content;
      const isAnswered = method !== 'delete' && success !== '204';
      expect({ call, isAnswered: answer !== undefined }).toEqual({ call, isAnswered });
    }
    expect(operations.filter(({ value }) => value.requestBody).length).toBeGreaterThan(10);
    expect(operations.filter(({ path }) => path.includes('{')).length).toBeGreaterThan(10);
  });

  it.each(['condos', 'apartments', 'users'])('names the versions of %s', async (name) => {
    const { paths } = await readDocument();
    const one = paths[`/api/admin/${name}/{id}`];
    expect(one?.get?.responses['200']?.headers).toHaveProperty('etag');
    expect(one?.put?.responses['200']?.headers).toHaveProperty('etag');
    expect(one?.put?.responses).toHaveProperty('412');
    expect(one?.put?.parameters).toContainEqual(
      expect.objectContaining({ in: 'header', name: 'if-match' }),
    );
  });

  it('takes the schemas from the contract and resolves every reference', async () => {
    const text = await (await get('/openapi.json')).text();
    const { components, paths } = documentSchema.parse(JSON.parse(text));
    const names = ['Condo', 'CondoCreate', 'CondoUpdate', 'Apartment', 'ApartmentCreate'];
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining([...names, 'ApiError']));
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      expect(components.schemas).toHaveProperty(must(name, 'name'));
    }
    const body = paths['/api/admin/condos']?.post?.requestBody?.content;
    expect(Object.keys(must(body, 'body'))).toEqual(['application/json', 'multipart/form-data']);
    expect(JSON.stringify(body)).toContain('"format":"binary"');
  });

  it('says of numbers and addresses what is rejected otherwise', async () => {
    const { components } = await readDocument();
    const { CondoCreate, ApartmentCreate, InvitePayload } = components.schemas;
    expect(CondoCreate).toHaveProperty('properties.number_of_units', {
      type: ['number', 'null'],
      minimum: 1,
      maximum: INTEGER_MAX,
      multipleOf: 1,
    });
    expect(ApartmentCreate).toHaveProperty('properties.bedrooms.multipleOf', 0.5);
    expect(ApartmentCreate).not.toHaveProperty('properties.sqmt.multipleOf');
    expect(InvitePayload).toHaveProperty('properties.email.format', 'email');
    expect(CondoCreate).toHaveProperty('properties.website.format', 'uri');
  });
});

describe('GET /docs', () => {
  it('is a page of our own files only, without inline scripts', async () => {
    const response = await get('/docs');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
    const page = await response.text();
    expect(page).not.toMatch(/https?:|<script>|\son\w+=/);
    const links = [...page.matchAll(/(?:src|href)="\/api(\/[^"]+)"/g)].map(([, path]) =>
      must(path, 'path'),
    );
    expect(links).toHaveLength(3);
    for (const path of links) {
      const file = await get(path);
      expect(file.status).toBe(200);
      expect(file.headers.get('content-type')).toMatch(
        path.endsWith('.css') ? /^text\/css/ : /^text\/javascript/,
      );
      expect((await file.text()).length).toBeGreaterThan(50);
    }
  });

  it.each(['swagger-ui-bundle.js', 'swagger-ui.css'])('compresses %s once', async (file) => {
    const ask = async (encoding: string) => {
      const response = await get(`/docs/${file}`, { 'accept-encoding': encoding });
      const { headers } = response;
      const bytes = Buffer.from(await response.arrayBuffer());
      return { encoding: headers.get('content-encoding'), vary: headers.get('vary'), bytes };
    };
    const plain = await ask('gzip;q=0');
    expect(plain.encoding).toBeNull();
    const first = await ask('gzip');
    expect(first).toMatchObject({ encoding: 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(first.bytes).equals(plain.bytes)).toBe(true);
    expect(await ask('gzip')).toEqual(first);
  });

  it('has no other files', async () => {
    for (const name of ['index.html', 'swagger-initializer.js', '..%2fopenapi.json']) {
      expect((await get(`/docs/${name}`)).status).toBe(404);
    }
  });
});
