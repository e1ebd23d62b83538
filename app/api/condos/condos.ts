import type { CondoCreate, CondoUpdate, condoSchema } from '~/contract/condo';
import type { z } from '~/contract/zod';
import type { ApiDeps } from '../deps';
import { ApiError, notFound } from '../http/api-error';
import type { MediaStore } from '../media/media-store';
import {
  pictureNames,
  removedPictures,
  replacedPictures,
  withStoredPictures,
  type EncodedPictures,
} from './condo-pictures';
import {
  condoHasPeople,
  deleteCondo,
  insertCondo,
  lockCondo,
  updateCondo,
  type CondoRow,
} from './condos.repo';

export const CONDO_HAS_PEOPLE_MESSAGE =
  'Cannot delete: users are still associated with this building.';

/** The address that pictures are fetched from, up to their name. */
export function toMediaUrl({ settings }: Pick<ApiDeps, 'settings'>): string {
  return `${settings.publicUrl}/api/media/`;
}

/** A row as the wire shows it. */
export function toCondo(row: CondoRow, mediaUrl: string): z.infer<typeof condoSchema> {
  const { image_name, flag_name, country_flag_name, created_at, ...fields } = row;
  const toUrl = (name: string | null) => (name === null ? null : mediaUrl + name);
  return {
    ...fields,
    image_url: toUrl(image_name),
    flag_url: toUrl(flag_name),
    country_flag_url: toUrl(country_flag_name),
    created_at: created_at.toISOString(),
  };
}

export function createCondo(
  { db, media, clock }: ApiDeps,
  fields: CondoCreate,
  pictures: EncodedPictures,
): Promise<CondoRow> {
  return withStoredPictures(media, pictures, (names) =>
    insertCondo(db, { ...fields, ...names }, clock()),
  );
}

/**
 * Changes what was sent and keeps the rest. Pictures that were replaced or removed are deleted once the change is
 * stored for good.
 * @throws ApiError 404
 */
export async function changeCondo(
  deps: ApiDeps,
  id: number,
  { remove_image, remove_flag, remove_country_flag, ...fields }: CondoUpdate,
  pictures: EncodedPictures,
): Promise<CondoRow> {
  const { db, media, clock } = deps;
  const removed = removedPictures({ remove_image, remove_flag, remove_country_flag });
  const { before, after } = await withStoredPictures(media, pictures, (names) =>
    db.transaction(async (tx) => {
      const stored = await lockCondo(tx, id);
      if (!stored) throw notFound('Building');
      const changes = { ...fields, ...removed, ...names };
      return { before: stored, after: await updateCondo(tx, id, changes, clock()) };
    }),
  );
  await removeQuietly(deps, replacedPictures(before, after));
  return after;
}

/**
 * Deletes a building with its apartments, invitations and pictures, unless people are tied to it (READINGS.md,
 * "condo delete, 400").
 * @throws ApiError 404, 400
 */
export async function removeCondo(deps: ApiDeps, id: number): Promise<void> {
  const deleted = await deps.db.transaction(async (tx) => {
    const stored = await lockCondo(tx, id);
    if (!stored) throw notFound('Building');
    if (await condoHasPeople(tx, id)) throw new ApiError(400, CONDO_HAS_PEOPLE_MESSAGE);
    await deleteCondo(tx, id);
    return stored;
  });
  await removeQuietly(deps, pictureNames(deleted));
}

/** The change itself has succeeded: a file that could not be removed is worth a line in the log, not an error. */
async function removeQuietly(
  { media, log }: { media: MediaStore; log: ApiDeps['log'] },
  names: readonly string[],
): Promise<void> {
  try {
    await media.remove(names);
  } catch (err) {
    log.warn({ err, names }, 'Pictures that are no longer used could not be removed');
  }
}
