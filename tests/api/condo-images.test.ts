import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { condos } from '~/api/db/schema';
import { condoSchema } from '~/contract/condo';
import { IMAGE_TYPE_MESSAGE } from '~/contract/image';
import { apiErrorSchema } from '~/contract/error';
import { z } from '~/contract/zod';
import type { Log } from '~/lib/log';
import { createRequest, createTestApi, type TestApi } from '../support/api';
import { ageHistory } from '../support/history';
import { makePhoto, makeImage, makePngBomb } from '../support/images';
import { must } from '../support/must';
import { aCondo } from '../support/builders';

const strictCondo = z.strictObject(condoSchema.shape);
const VALID = aCondo();
type Files = Partial<Record<'image' | 'flag' | 'country_flag', Uint8Array<ArrayBuffer>>>;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());
afterEach(async () => {
  await api.db.delete(condos);
  await rm(api.mediaFolder, { recursive: true, force: true });
});

function toForm(fields: Record<string, string>, files: Files = {}, type = 'image/png') {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, bytes] of Object.entries(files)) {
    form.set(name, new File([bytes], 'photo.png', { type }));
  }
  return form;
}

async function create(files: Files, fields: Record<string, string> = VALID) {
  const response = await api.call('POST', '/admin/condos', toForm(fields, files));
  expect(response.status).toBe(201);
  return strictCondo.parse(await response.json());
}

async function change(id: number, form: FormData) {
  const response = await api.call('PUT', `/admin/condos/${id}`, form);
  expect(response.status).toBe(200);
  return strictCondo.parse(await response.json());
}

function fetchImage(url: string | null, headers: Record<string, string> = {}) {
  if (url === null) throw new Error('There is no picture');
  return api.fetch(new Request(url, { headers }));
}

async function decode(url: string | null) {
  const response = await fetchImage(url);
  expect(response.status).toBe(200);
  const image = sharp(new Uint8Array(await response.arrayBuffer()));
  return { image, metadata: await image.metadata() };
}

/** What is stored when the history has aged out and the cleaner has done its work. */
async function storedNames(): Promise<string[]> {
  await ageHistory(api);
  await api.removeDueImages();
  return readdir(api.mediaFolder).catch(() => []);
}

const nameOf = (url: string | null) => must(url, 'image').split('/').at(-1);

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
    expect((await decode(condo.image_url)).metadata).toMatchObject({ width: 1368, height: 456 });
    expect((await decode(condo.flag_url)).metadata).toMatchObject({ width: 112, height: 224 });
    expect((await decode(condo.country_flag_url)).metadata).toMatchObject({
      width: 30,
      height: 20,
    });
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
  return { status: response.status, ...apiErrorSchema.parse(await response.json()) };
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
    const error = await reject({ flag: await make() });
    expect(error).toEqual({
      status: 422,
      detail: `flag: ${IMAGE_TYPE_MESSAGE}`,
      errors: [{ field: 'flag', message: IMAGE_TYPE_MESSAGE }],
    });
  });

  it.each([
    ['image', 'Image size must be less than 5MB'],
    ['flag', 'Flag image size must be less than 5MB'],
    ['country_flag', 'Country flag image size must be less than 5MB'],
  ])('5 MB of %s', async (field, message) => {
    const image = await makeImage();
    const large = new Uint8Array(5 * 1024 * 1024);
    large.set(image);
    expect(await reject({ [field]: large })).toMatchObject({
      status: 422,
      errors: [{ field, message }],
    });
    const small = large.slice(0, -1);
    expect((await create({ [field]: small })).name).toBe(VALID.name);
  });

  it('a text in place of a file', async () => {
    const response = await api.call(
      'POST',
      '/admin/condos',
      toForm({ ...VALID, image: 'C:\\a.png' }),
    );
    expect(response.status).toBe(422);
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
    const changed = await change(
      condo.id,
      toForm({
        remove_image: 'True',
        image_url: '',
        remove_flag: 'False',
        remove_country_flag: 'true',
        country_flag_url: '',
      }),
    );
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
      `alter table condos add constraint refuse check (city <> 'Refused') not valid`,
    );
    try {
      const form = toForm({ city: 'Refused', remove_image: 'True' }, { flag: image });
      const response = await api.call('PUT', `/admin/condos/${condo.id}`, form);
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({ detail: 'Internal server error' });
      const created = await api.call(
        'POST',
        '/admin/condos',
        toForm({ ...VALID, city: 'Refused' }, { image }),
      );
      expect(created.status).toBe(500);
      expect(await storedNames()).toEqual([nameOf(condo.image_url)]);
    } finally {
      await api.database.pool.query('alter table condos drop constraint refuse');
    }
  });

  it('keeps one of two images that arrive at the same time', async () => {
    const condo = await create({ image: await makeImage() });
    const put = async (width: number) =>
      change(condo.id, toForm({}, { image: await makeImage({ width }) }));
    await Promise.all([put(50), put(60), put(70)]);
    const now = strictCondo.parse(
      await (await api.call('GET', `/admin/condos/${condo.id}`)).json(),
    );
    expect(await storedNames()).toEqual([nameOf(now.image_url)]);
  });
});

describe('DELETE', () => {
  it('takes the images along', async () => {
    const image = await makeImage();
    const condo = await create({ image, flag: image, country_flag: image });
    expect(await storedNames()).toHaveLength(3);
    expect((await api.call('DELETE', `/admin/condos/${condo.id}`)).status).toBe(204);
    expect(await storedNames()).toEqual([]);
  });

  it('succeeds when a file cannot be removed, and says so in the log', async () => {
    const warn = vi.fn<Log['warn']>();
    const media = {
      put: () => Promise.resolve(),
      get: () => Promise.resolve(null),
      remove: () => Promise.reject(new Error('read-only')),
    };
    const broken = await createTestApi({ media, log: { info() {}, error() {}, warn } });
    try {
      const response = await broken.call(
        'POST',
        '/admin/condos',
        toForm(VALID, { image: await makeImage() }),
      );
      const { id } = strictCondo.parse(await response.json());
      expect((await broken.call('DELETE', `/admin/condos/${id}`)).status).toBe(204);
      await ageHistory(broken);
      expect(await broken.removeDueImages()).toBe(0);
      expect(warn).toHaveBeenCalledOnce();
    } finally {
      await broken.close();
    }
  });
});

describe('GET /media/{name}', () => {
  it.each([
    'x',
    `${'0'.repeat(32)}.webp`,
    `${'0'.repeat(32)}.webp.part`,
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e',
    '%00',
  ])('answers 404 for %s', async (name) => {
    const response = await api.fetch(createRequest('GET', `/media/${name}`));
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control') ?? '').not.toContain('immutable');
  });
});
