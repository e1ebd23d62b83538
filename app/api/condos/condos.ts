import type { CondoCreate, CondoUpdate, condoSchema } from '~/contract/condo';
import { HTTP_BAD_REQUEST } from '~/contract/http-status';
import type { z } from '~/contract/zod';
import { recordChange, type Actor } from '../db/record-change';
import type { ApiDeps } from '../deps';
import { ApiError, notFound } from '../http/api-error';
import { requireMatch } from '../http/entity-tag';
import { toMediaUrl } from '../media/media-url';
import { withStoredImages, type EncodedImages } from './condo-images';
import { deleteCondo, insertCondo, lockCondo, updateCondo, type CondoRow } from './condos.repo';

export const CONDO_HAS_PEOPLE_MESSAGE =
  'Cannot delete: users are still associated with this building.';

/** A row in its wire form. */
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
  deps: ApiDeps,
  actor: Actor,
  fields: CondoCreate,
  images: EncodedImages,
): Promise<CondoRow> {
  return withStoredImages(deps, { actor, action: 'created' }, images, (tx, names) =>
    insertCondo(tx, { ...fields, ...names }, deps.clock()),
  );
}

/**
 * Changes what was sent and keeps the rest. Images that were replaced or removed stay in the store while the history can
 * bring them back. `ifMatch` is the header: with it the building must still have that version.
 * @throws ApiError 404, 412
 */
export function changeCondo(
  deps: ApiDeps,
  actor: Actor,
  id: number,
  { remove_image, remove_flag, remove_country_flag, ...fields }: CondoUpdate,
  images: EncodedImages,
  ifMatch?: string,
): Promise<CondoRow> {
  // A file in the same request wins: choosing a new one cancels the removal.
  const removed = {
    ...(remove_image && { image_name: null }),
    ...(remove_flag && { flag_name: null }),
    ...(remove_country_flag && { country_flag_name: null }),
  };
  return withStoredImages(deps, { actor, action: 'changed' }, images, async (tx, names) => {
    const before = await lockCondo(tx, id);
    if (!before) throw notFound('Building');
    requireMatch(ifMatch, toCondo(before, toMediaUrl(deps)), 'building');
    return updateCondo(tx, id, { ...fields, ...removed, ...names }, deps.clock());
  });
}

/**
 * Deletes a building with its apartments and invitations, unless it has associations. Its images stay in the store while
 * the history can bring it back.
 * @throws ApiError 404, 400
 */
export async function removeCondo({ db }: ApiDeps, actor: Actor, id: number): Promise<void> {
  const change = { actor, action: 'deleted', record: { kind: 'condo', id } } as const;
  await recordChange(db, change, async (tx) => {
    if (!(await lockCondo(tx, id))) throw notFound('Building');
    if (!(await deleteCondo(tx, id)))
      throw new ApiError(HTTP_BAD_REQUEST, CONDO_HAS_PEOPLE_MESSAGE);
  });
}
