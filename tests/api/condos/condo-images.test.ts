import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { condos } from '~/platform/database/schema/records';
import { orphanedImages } from '~/platform/database/schema/operations';
import { RULES } from '~/language/rules';
import type { Log } from '~/platform/log';
import {
  apiPerFile,
  callsOf,
  createTestApi,
  errorOf,
  fieldError,
  rejectionOf,
} from '../../support/api';
import { ageHistory } from '../../support/history';
import { imageCalls, strictCondo, toForm, VALID, type Files } from '../../support/image-calls';
import { makeImage, makePhoto, makePngBomb } from '../../support/images';
import { must } from '../../support/must';
import { forThisTest } from '../../support/opened';

const api = apiPerFile();

afterEach(async () => {
  await api.db.delete(condos);
  await rm(api.mediaFolder, { recursive: true, force: true });
});

const { create, fetchImage, decode, storedNames } = imageCalls(api);

const send = (key: string, files: Files, fields: Record<string, string> = VALID) =>
  api.call('POST', '/admin/condos', toForm(fields, files), { 'idempotency-key': key });

describe('a building that is sent again with its Idempotency-Key', () => {
  it('is created once, with its first images', async () => {
    const image = await makeImage();
    const first: unknown = await (await send('one', { image })).json();
    const again = await send('one', { image });
    expect([again.status, await again.json()]).toEqual([201, first]);
    expect(await api.db.$count(condos)).toBe(1);
    // The image of the repeat is in the store until it is cleaned up.
    await api.db.update(orphanedImages).set({ due_at: new Date(0) });
    expect(await storedNames()).toHaveLength(1);
  });

  it('is another one with other values or another image', async () => {
    const used = '422 This Idempotency-Key was used for something else';
    await send('two', { image: await makeImage() });
    expect(await rejectionOf(send('two', {}))).toBe(used);
    const other = await makeImage({ width: 30 });
    expect(await rejectionOf(send('two', { image: other }))).toBe(used);
    expect(await rejectionOf(send('two', {}, { ...VALID, name: 'Other' }))).toBe(used);
    expect((await send('three', {})).status).toBe(201);
    expect(await api.db.$count(condos)).toBe(2);
  });
});

describe('an image', () => {
  it('is served to anyone, as it is, for ever', async () => {
    const condo = await create({ image: await makeImage() });
    expect(condo.image_url).toMatch(/^http:\/\/panel\.test\/api\/media\/[0-9a-f]{32}\.webp$/);
    const response = await fetchImage(condo.image_url);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const etag = must(response.headers.get('etag'), 'ETag');
    expect(etag).toMatch(/^".+"$/);
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const again = await fetchImage(condo.image_url, { 'if-none-match': tag });
      expect(again.status).toBe(304);
      expect(again.headers.get('etag')).toBe(etag);
      expect(await again.text()).toBe('');
    }
    expect((await fetchImage(condo.image_url, { 'if-none-match': '"x"' })).status).toBe(200);
    const head = await api.fetch(new Request(must(condo.image_url, 'image'), { method: 'HEAD' }));
    expect(head.status).toBe(200);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('may be %s, whatever its name says', async (format) => {
    const condo = await create({ image: await makeImage({ format }) });
    const { metadata } = await decode(condo.image_url);
    expect(metadata).toMatchObject({ format: 'webp', width: 40, height: 20 });
  });

  it('is fitted into its box and never enlarged', async () => {
    const condo = await create({
      image: await makeImage({ width: 3000, height: 1000, format: 'jpeg' }),
      flag: await makeImage({ width: 500, height: 1000 }),
      country_flag: await makeImage({ width: 30, height: 20 }),
    });
    const urls = [condo.image_url, condo.flag_url, condo.country_flag_url];
    const decoded = await Promise.all(urls.map((url) => decode(url)));
    expect(decoded.map(({ metadata }) => metadata)).toMatchObject([
      { width: 1368, height: 456 },
      { width: 112, height: 224 },
      { width: 30, height: 20 },
    ]);
  });

  it('keeps its transparency', async () => {
    const condo = await create({ flag: await makeImage({ alpha: 0.5 }) });
    const { image, metadata } = await decode(condo.flag_url);
    expect(metadata.hasAlpha).toBe(true);
    const { channels } = await image.stats();
    expect(channels[3]?.mean).toBeCloseTo(128, -1);
  });

  it('is turned upright and loses its EXIF', async () => {
    const photo = await makePhoto(40, 20);
    expect(Buffer.from(photo).includes('SecretCamera')).toBe(true);
    const condo = await create({ image: photo });
    const bytes = Buffer.from(await (await fetchImage(condo.image_url)).arrayBuffer());
    expect(bytes.includes('SecretCamera')).toBe(false);
    const { image, metadata } = await decode(condo.image_url);
    expect(metadata).toMatchObject({ width: 20, height: 40 });
    expect([metadata.exif, metadata.xmp, metadata.icc, metadata.orientation]).toEqual(
      Array(4).fill(undefined),
    );
    const { data } = await image.raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)].map((value) => value > 128)).toEqual([true, false, false]);
    expect([...data.subarray(-3)].map((value) => value > 128)).toEqual([false, false, true]);
  });
});

async function reject(files: Files, type?: string) {
  const response = await api.call('POST', '/admin/condos', toForm(VALID, files, type));
  expect(await storedNames()).toEqual([]);
  expect(await api.db.select().from(condos)).toEqual([]);
  return errorOf(response);
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

describe('a file that is rejected', () => {
  it.each([
    ['a GIF', () => makeImage({ format: 'gif' })],
    ['a TIFF', () => makeImage({ format: 'tiff' })],
    ['an AVIF', () => makeImage({ format: 'avif' })],
    ['an SVG', () => bytesOf('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['HTML', () => bytesOf('<script>alert(1)</script>')],
    ['half a JPEG', async () => (await makeImage({ width: 900, format: 'jpeg' })).slice(0, -200)],
    ['noise', () => new Uint8Array(randomBytes(5000))],
    ['a decompression bomb', () => makePngBomb(20_000)],
  ])('%s', async (_case, make) => {
    expect(await reject({ flag: await make() })).toEqual(fieldError('flag', RULES.image_type));
  });

  it.each([
    ['image', 'Image size must be less than 5MB'],
    ['flag', 'Flag image size must be less than 5MB'],
    ['country_flag', 'Country flag image size must be less than 5MB'],
  ])('5 MB of %s', async (field, message) => {
    const image = await makeImage();
    const large = new Uint8Array(5 * 1024 * 1024);
    large.set(image);
    expect(await reject({ [field]: large })).toEqual(fieldError(field, message));
    expect((await create({ [field]: large.slice(0, -1) })).name).toBe(VALID.name);
  });

  it('a text in place of a file', async () => {
    const form = toForm({ ...VALID, image: 'C:\\a.png' });
    expect((await api.call('POST', '/admin/condos', form)).status).toBe(422);
  });

  it('more than 17 MB in all', async () => {
    const large = new Uint8Array(6 * 1024 * 1024);
    const files = { image: large, flag: large, country_flag: large };
    expect((await reject(files)).status).toBe(413);
  });

  it('no file at all: an empty one is what a form sends', async () => {
    const condo = await create({ image: new Uint8Array() }, { ...VALID, flag: '' });
    expect(condo.image_url).toBeNull();
  });
});

it.each([
  'x',
  `${'0'.repeat(32)}.webp`,
  `${'0'.repeat(32)}.webp.part`,
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '%00',
])('GET /media/{name} answers 404 for %s', async (name) => {
  const response = await callsOf(api).call('GET', `/media/${name}`);
  expect(response.status).toBe(404);
  expect(response.headers.get('cache-control') ?? '').not.toContain('immutable');
});

const change = (id: number, form: FormData) =>
  api.read(strictCondo, 'PUT', `/admin/condos/${id}`, form);

const nameOf = (url: string | null) => must(url, 'image').split('/').at(-1);

describe('PUT', () => {
  it('replaces one image, deletes the old one and keeps the others', async () => {
    const condo = await create({ image: await makeImage(), flag: await makeImage() });
    const form = toForm({}, { image: await makeImage({ width: 60 }) });
    const changed = await change(condo.id, form);
    expect(changed).toEqual({ ...condo, image_url: changed.image_url });
    expect((await decode(changed.image_url)).metadata.width).toBe(60);
    expect(new Set(await storedNames())).toEqual(
      new Set([nameOf(changed.image_url), nameOf(condo.flag_url)]),
    );
    expect((await fetchImage(condo.image_url)).status).toBe(404);
  });

  it('removes the images that are flagged with True, and only those', async () => {
    const image = await makeImage();
    const condo = await create({ image, flag: image, country_flag: image });
    const flagged = { remove_image: 'True', remove_flag: 'False', remove_country_flag: 'true' };
    const form = toForm({ ...flagged, image_url: '', country_flag_url: '' });
    const changed = await change(condo.id, form);
    expect(changed).toEqual({ ...condo, image_url: null, country_flag_url: null });
    expect(await storedNames()).toEqual([nameOf(condo.flag_url)]);
    expect(await change(condo.id, toForm({ flag_url: '' }))).toEqual(changed);
  });

  it('takes the new file when an image is flagged and sent', async () => {
    const condo = await create({ image: await makeImage() });
    const form = toForm({ remove_image: 'True' }, { image: await makeImage({ width: 60 }) });
    expect((await decode((await change(condo.id, form)).image_url)).metadata.width).toBe(60);
    expect(await storedNames()).toHaveLength(1);
  });

  it('leaves no file behind when the building is not there', async () => {
    const form = toForm({}, { image: await makeImage() });
    expect((await api.call('PUT', '/admin/condos/999', form)).status).toBe(404);
    expect(await storedNames()).toEqual([]);
  });

  it('leaves no file behind when the database reports an error', async () => {
    const image = await makeImage();
    const condo = await create({ image });
    await api.database.pool.query(
      `alter table condos add constraint reject check (city <> 'Rejected') not valid`,
    );
    try {
      const form = toForm({ city: 'Rejected', remove_image: 'True' }, { flag: image });
      const response = await api.call('PUT', `/admin/condos/${condo.id}`, form);
      expect(response.status).toBe(500);
      expect(await response.json()).toMatchObject({ detail: 'Internal server error' });
      const rejected = toForm({ ...VALID, city: 'Rejected' }, { image });
      expect((await api.call('POST', '/admin/condos', rejected)).status).toBe(500);
      expect(await storedNames()).toEqual([nameOf(condo.image_url)]);
    } finally {
      await api.database.pool.query('alter table condos drop constraint reject');
    }
  });

  it('keeps one of two images that arrive at the same time', async () => {
    const condo = await create({ image: await makeImage() });
    const put = async (width: number) =>
      change(condo.id, toForm({}, { image: await makeImage({ width }) }));
    await Promise.all([put(50), put(60), put(70)]);
    const now = await api.read(strictCondo, 'GET', `/admin/condos/${condo.id}`);
    expect(await storedNames()).toEqual([nameOf(now.image_url)]);
  });
});

it('DELETE succeeds when a file cannot be removed, and says so in the log', async () => {
  const warn = vi.fn<Log['warn']>();
  const media = {
    put: () => Promise.resolve(),
    get: () => Promise.resolve(null),
    remove: () => Promise.reject(new Error('read-only')),
  };
  const log = { info() {}, error() {}, warn };
  const broken = await forThisTest(createTestApi({ media, log }));
  const { id } = await imageCalls(broken).create({ image: await makeImage() });
  expect((await broken.call('DELETE', `/admin/condos/${id}`)).status).toBe(204);
  await ageHistory(broken);
  expect(await broken.removeDueImages()).toBe(0);
  expect(warn).toHaveBeenCalledOnce();
});
