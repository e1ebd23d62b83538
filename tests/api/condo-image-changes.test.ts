import { rm } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { condos } from '~/api/db/schema';
import type { Log } from '~/lib/log';
import { createTestApi, apiPerFile } from '../support/api';
import { ageHistory } from '../support/history';
import { makeImage } from '../support/images';
import { must } from '../support/must';
import { imageCalls, strictCondo, VALID, toForm } from '../support/image-calls';
import { forThisTest } from '../support/opened';

const api = apiPerFile();

afterEach(async () => {
  await api.db.delete(condos);
  await rm(api.mediaFolder, { recursive: true, force: true });
});

const { create, fetchImage, decode, storedNames } = imageCalls(api);

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
      `alter table condos add constraint refuse check (city <> 'Refused') not valid`,
    );
    try {
      const form = toForm({ city: 'Refused', remove_image: 'True' }, { flag: image });
      const response = await api.call('PUT', `/admin/condos/${condo.id}`, form);
      expect(response.status).toBe(500);
      expect(await response.json()).toMatchObject({ detail: 'Internal server error' });
      const refused = toForm({ ...VALID, city: 'Refused' }, { image });
      expect((await api.call('POST', '/admin/condos', refused)).status).toBe(500);
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
