import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createRequest, createTestApi } from '../support/api';
import { perFile } from '../support/opened';

const api = perFile(createTestApi);

async function get(file: string, encoding: string) {
  const request = createRequest('GET', `/docs/${file}`);
  request.headers.set('accept-encoding', encoding);
  const response = await api.fetch(request);
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

it.each(['swagger-ui-bundle.js', 'swagger-ui.css'])(
  '%s is compressed here, once, and not for each request',
  async (file) => {
    const plain = await get(file, 'gzip;q=0');
    expect(plain.headers.get('content-encoding')).toBeNull();
    const first = await get(file, 'gzip');
    expect(first.headers.get('content-encoding')).toBe('gzip');
    expect(first.headers.get('vary')).toBe('accept-encoding');
    expect(gunzipSync(first.bytes).equals(plain.bytes)).toBe(true);
    expect(await get(file, 'gzip')).toEqual(first);
  },
);
