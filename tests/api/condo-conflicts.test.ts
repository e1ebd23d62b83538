import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { condoSchema } from '~/contract/condo';
import { apiErrorSchema } from '~/contract/error';
import { compress } from '~/server/compress.server';
import { createRequest, createTestApi, type TestApi } from '../support/api';
import { makeImage } from '../support/images';

const VALID = {
  name: 'Seeblick',
  address: 'Seestrasse 1',
  city: 'Zürich',
  state: 'ZH',
  zip_code: '8001',
  country: 'Switzerland',
};

let api: TestApi;
let path: string;
beforeAll(async () => {
  api = await createTestApi();
  const response = await api.call('POST', '/admin/condos', VALID);
  path = `/admin/condos/${condoSchema.parse(await response.json()).id}`;
});
afterAll(() => api.close());

async function tag(): Promise<string> {
  return (await api.call('GET', path)).headers.get('etag') ?? '';
}

function put(body: object, ifMatch?: string): Promise<Response> {
  const request = createRequest('PUT', path, body, api.token);
  if (ifMatch !== undefined) request.headers.set('if-match', ifMatch);
  return api.fetch(request);
}

async function city(): Promise<unknown> {
  return condoSchema.parse(await (await api.call('GET', path)).json()).city;
}

describe('a building that two change', () => {
  it('has a strong tag, the same as long as nothing changes', async () => {
    const first = await tag();
    expect(first).toMatch(/^"[\w-]{43}"$/);
    expect(await tag()).toBe(first);
  });

  it('the second is rejected with 412, and nothing of theirs is stored', async () => {
    const seen = await tag();
    const first = await put({ city: 'Bern' }, seen);
    expect(first.status).toBe(200);
    expect(first.headers.get('etag')).toBe(await tag());
    const second = await put({ city: 'Basel' }, seen);
    expect(second.status).toBe(412);
    expect(apiErrorSchema.parse(await second.json()).detail).toBe(
      'Someone else has changed this building in the meantime',
    );
    expect(await city()).toBe('Bern');
    expect((await put({ city: 'Basel' }, await tag())).status).toBe(200);
    expect(await city()).toBe('Basel');
  });

  it('of two at the same moment one is rejected', async () => {
    const seen = await tag();
    const answers = await Promise.all([put({ city: 'A' }, seen), put({ city: 'B' }, seen)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 412]));
  });

  it('a changed image is a change', async () => {
    const seen = await tag();
    const form = new FormData();
    form.set('image', new File([await makeImage()], 'a.png', { type: 'image/png' }));
    expect((await put(form, seen)).status).toBe(200);
    expect((await put({ city: 'C' }, seen)).status).toBe(412);
  });

  it('without the header, and with "*", everything goes as before', async () => {
    expect((await put({ city: 'D' })).status).toBe(200);
    expect((await put({ city: 'E' }, '*')).status).toBe(200);
    expect((await put({ city: 'F' }, `"other", ${await tag()}`)).status).toBe(200);
    expect((await put({ city: 'G' }, '"other"')).status).toBe(412);
  });

  it('the tag of a compressed answer is good for If-Match too', async () => {
    await put({ description: 'x'.repeat(2_000) });
    const request = createRequest('GET', path, undefined, api.token);
    request.headers.set('accept-encoding', 'gzip');
    const compressed = compress(request, await api.fetch(request));
    const weak = compressed.headers.get('etag') ?? '';
    expect(weak).toMatch(/^W\//);
    expect((await put({ city: 'H' }, weak)).status).toBe(200);
  });

  it('a building that is gone is 404, whatever was seen', async () => {
    const response = await api.fetch(
      new Request('http://panel.test/api/admin/condos/999999', {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${api.token}`,
          'if-match': '"x"',
          'content-type': 'application/json',
        },
        body: '{}',
      }),
    );
    expect(response.status).toBe(404);
  });
});
