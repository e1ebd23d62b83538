import { afterEach, describe, expect, it } from 'vitest';
import { orphanedImages } from '~/platform/database/schema/operations';
import { condos } from '~/platform/database/schema/records';
import { createS3MediaStore } from '~/platform/media/s3-media-store.server';
import { removeDueImages } from '~/platform/media/orphaned-images';
import { condoSchema } from '~/condos/schema';
import { createTestApi, rejectionOf } from '../../support/api';
import { ageHistory } from '../../support/history';
import { toForm, VALID } from '../../support/image-calls';
import { makeImage } from '../../support/images';
import { startS3 } from '../../support/s3';
import { silentLog } from '../../support/silent-log';
import { must } from '../../support/must';
import { perFile } from '../../support/opened';

const NAME = `${'0123456789abcdef'.repeat(2)}.webp`;
const HOUR_MS = 60 * 60_000;

const s3 = perFile(startS3);
const api = perFile(() => createTestApi({ media: createS3MediaStore(s3.settings) }));
afterEach(async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) s3.fault(method, 'none');
  await api.db.delete(condos);
  await clean(2 * HOUR_MS);
  const store = createS3MediaStore(s3.settings);
  for (const name of await s3.objects()) await store.remove(name);
});

/**
 * Runs the image cleaner `later` milliseconds from now, when no entry of the history can restore a
 * deleted image.
 */
async function clean(later = 0): Promise<number> {
  await ageHistory(api);
  const media = createS3MediaStore(s3.settings);
  const clock = () => new Date(Date.now() + later);
  return removeDueImages({ db: api.db, media, clock, log: silentLog });
}

const picture = await makeImage();
const formOf = (images: readonly string[]) =>
  toForm(VALID, Object.fromEntries(images.map((name) => [name, picture])));
const create = (...images: string[]) =>
  api.read(condoSchema, 'POST', '/admin/condos', formOf(images), 201);
const replaceImage = (id: number) => api.call('PUT', `/admin/condos/${id}`, formOf(['image']));
const show = (url: string | null) => api.fetch(new Request(must(url, 'image')));

const nameOf = (url: string | null) => must(must(url, 'image').split('/').at(-1), 'name');

describe('images in S3', () => {
  it('are stored, served with the headers of any image, replaced and deleted', async () => {
    const condo = await create('image', 'flag');
    expect(new Set(await s3.objects())).toEqual(
      new Set([nameOf(condo.image_url), nameOf(condo.flag_url)]),
    );
    const response = await show(condo.image_url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      etag: `"${nameOf(condo.image_url)}"`,
    });
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(8, 12)
        .toString(),
    ).toBe('WEBP');

    const changed = await replaceImage(condo.id);
    const { image_url } = condoSchema.parse(await changed.json());
    expect(await clean()).toBe(1);
    expect(new Set(await s3.objects())).toEqual(
      new Set([nameOf(image_url), nameOf(condo.flag_url)]),
    );
    expect((await show(condo.image_url)).status).toBe(404);
    expect((await api.call('DELETE', `/admin/condos/${condo.id}`)).status).toBe(204);
    expect(await clean()).toBe(2);
    expect(await s3.objects()).toEqual([]);
    expect(await api.db.select().from(orphanedImages)).toEqual([]);
  });

  it('never lists the bucket', () => {
    expect(s3.calls.length).toBeGreaterThan(0);
    expect(s3.calls.filter((call) => !/^(PUT|GET|DELETE) media\/./.test(call))).toEqual([]);
  });

  it.each(['busy', 'reset'] as const)('a storage that is %s once is asked again', async (fault) => {
    s3.fault('PUT', fault);
    setTimeout(() => s3.fault('PUT', 'none'), 50);
    const condo = await create('image');
    expect(await s3.objects()).toEqual([nameOf(condo.image_url)]);
  });

  it('an unavailable storage: 503 with a text, and nothing is written', async () => {
    s3.fault('PUT', 'busy');
    const response = await api.call('POST', '/admin/condos', formOf(['image']));
    expect(response.headers.get('retry-after')).toBe('10');
    expect(await rejectionOf(response)).toBe(
      '503 The image could not be stored. Try again in a moment',
    );
    expect(await api.db.select().from(condos)).toEqual([]);

    s3.fault('PUT', 'none');
    const condo = await create('image');
    s3.fault('PUT', 'reset');
    expect((await replaceImage(condo.id)).status).toBe(503);
    s3.fault('GET', 'reset');
    const shown = await show(condo.image_url);
    expect(shown.status).toBe(503);
    expect(shown.headers.get('cache-control') ?? '').not.toContain('immutable');
    s3.fault('GET', 'none');
    expect((await show(condo.image_url)).status).toBe(200);
  });

  it('an image whose answer was lost is removed later', async () => {
    s3.fault('PUT', 'lost answer');
    expect((await api.call('POST', '/admin/condos', formOf(['image']))).status).toBe(503);
    expect(await s3.objects()).toHaveLength(1);
    expect(await clean()).toBe(0);
    expect(await clean(2 * HOUR_MS)).toBe(1);
    expect(await s3.objects()).toEqual([]);
  });

  it('a replaced image that could not be removed is removed later', async () => {
    const condo = await create('image');
    s3.fault('DELETE', 'busy');
    const changed = await replaceImage(condo.id);
    expect(changed.status).toBe(200);
    expect(await clean()).toBe(0);
    expect(await s3.objects()).toHaveLength(2);
    s3.fault('DELETE', 'none');
    expect(await clean(HOUR_MS / 2)).toBe(1);
    const { image_url } = condoSchema.parse(await changed.json());
    expect(await s3.objects()).toEqual([nameOf(image_url)]);
  });

  it('an object that cannot be deleted delays no other', async () => {
    const locked = await create('image');
    const others = [];
    for (let count = 0; count < 25; count += 1) others.push(await create('flag'));
    s3.fault('DELETE', 'denied', nameOf(locked.image_url));
    for (const { id } of [locked, ...others]) {
      expect((await api.call('DELETE', `/admin/condos/${id}`)).status).toBe(204);
    }
    expect(await clean()).toBe(25);
    expect(await s3.objects()).toEqual([nameOf(locked.image_url)]);
    s3.fault('DELETE', 'none', nameOf(locked.image_url));
    expect(await clean()).toBe(0);
    expect(await clean(HOUR_MS / 2)).toBe(1);
  });

  it('an image in use stays, even after a commit whose answer was lost', async () => {
    const condo = await create('image');
    await clean(2 * HOUR_MS);
    expect(await s3.objects()).toEqual([nameOf(condo.image_url)]);
  });
});

it('a wrong name never reaches the storage', async () => {
  const store = createS3MediaStore(s3.settings);
  const before = s3.calls.length;
  await expect(store.put('../secret', new Uint8Array())).rejects.toThrow('Not the name');
  await expect(store.remove('../secret')).rejects.toThrow('Not the name');
  expect(await store.get('../secret')).toBeNull();
  expect(s3.calls).toHaveLength(before);
  expect(await store.get(NAME)).toBeNull();
});
