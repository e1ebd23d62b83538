import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { expect } from 'vitest';
import { condoSchema } from '~/condos/schema';
import { z } from '~/fields/zod';
import { type TestApi } from './api';
import { ageHistory } from './history';
import { aCondo } from './builders';
import { formOf } from './form-of';

export const strictCondo = z.strictObject(condoSchema.shape);

export const VALID = aCondo();

export type Files = Partial<Record<'image' | 'flag' | 'country_flag', Uint8Array<ArrayBuffer>>>;

export function toForm(fields: Record<string, string>, files: Files = {}, type = 'image/png') {
  const form = formOf(fields);
  for (const [name, bytes] of Object.entries(files)) {
    form.set(name, new File([bytes], 'photo.png', { type }));
  }
  return form;
}

/** Calls that send images of buildings, and what is stored then. */
export function imageCalls(api: TestApi) {
  const create = (files: Files, fields: Record<string, string> = VALID) =>
    api.read(strictCondo, 'POST', '/admin/condos', toForm(fields, files), 201);

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

  /** Ages the history, runs the image cleaner and returns the names of the remaining images. */
  async function storedNames(): Promise<string[]> {
    await ageHistory(api);
    await api.removeDueImages();
    return readdir(api.mediaFolder).catch(() => []);
  }

  return { create, fetchImage, decode, storedNames };
}
