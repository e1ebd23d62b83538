import { condoCreateSchema, condoUpdateSchema, type condoSchema } from '~/condos/schema';
import { condoCalls } from '~/condos/calls';
import { condoFields } from '~/condos/fields';
import { HTTP_BAD_REQUEST } from '~/rpc/errors/http-status';
import type { z } from '~/fields/zod';
import { administratorOf } from '~/accounts/server/auth-middleware';
import { recordChange } from '~/platform/database/record-change';
import { outsideTimeLimit } from '~/platform/database/time-limits.server';
import { type ApiDeps, todayOf } from '~/rpc/embedded/deps';
import { ApiError, notFound } from '~/rpc/embedded/api-error';
import { digestOf, readBody } from '~/rpc/embedded/body';
import { requireMatch } from '~/rpc/embedded/entity-tag';
import { once } from '~/rpc/embedded/once';
import { createRouter } from '~/rpc/embedded/router';
import { serveCalls, Tagged } from '~/rpc/embedded/serve-calls';
import { parseInput } from '~/rpc/embedded/validation';
import type { AnswerList } from '~/rpc/embedded/answer-list';
import { toMediaUrl } from '~/platform/media/media-store';
import { encodeImages, withStoredImages } from './images';
import {
  condoLists,
  deleteCondo,
  findCondo,
  insertCondo,
  updateCondo,
  type CondoRow,
} from './repo';

/** Size of three images of 5 MB, the texts and the multipart boundaries. */
const MULTIPART_LIMIT_BYTES = 17 * 1024 * 1024;

/**
 * The building calls of /admin/condos; users/server/associations.ts adds the tenancies. Images stay in the
 * store as long as the history can restore them.
 */
export function condoRoutes(deps: ApiDeps, answerList: AnswerList) {
  const { db, clock } = deps;
  const mediaUrl = toMediaUrl(deps);
  const listOf = condoLists(mediaUrl);
  // Nearly every field of a building can change, so the ETag covers the whole record.
  const tagged = (row: CondoRow) => {
    const condo = toCondo(row, mediaUrl);
    return new Tagged(condo, condo);
  };
  return serveCalls(createRouter({ multipartLimitBytes: MULTIPART_LIMIT_BYTES }), condoCalls, {
    list(c) {
      const query = c.req.valid('query');
      return answerList(c, listOf(query), { of: [condoFields, mediaUrl, query] });
    },
    async create(c) {
      const body = await outsideTimeLimit(() => readBody(c));
      const fields = parseInput(condoCreateSchema, body.fields);
      const images = await encodeImages(body);
      const change = { actor: administratorOf(c), action: 'created' } as const;
      const row = await withStoredImages(deps, change, images, async (tx, names) => {
        const insert = async () => (await insertCondo(tx, { ...fields, ...names }, clock())).id;
        const condo = await findCondo(tx, await once(tx, c, insert, digestOf(body)));
        if (!condo) throw notFound('Building');
        return condo;
      });
      return toCondo(row, mediaUrl);
    },
    async get(c) {
      const condo = await findCondo(db, c.req.valid('param').id);
      if (!condo) throw notFound('Building');
      return tagged(condo);
    },
    async update(c) {
      const body = await outsideTimeLimit(() => readBody(c));
      const { remove_image, remove_flag, remove_country_flag, ...fields } = parseInput(
        condoUpdateSchema,
        body.fields,
      );
      const removed = {
        ...(remove_image && { image_name: null }),
        ...(remove_flag && { flag_name: null }),
        ...(remove_country_flag && { country_flag_name: null }),
      };
      const images = await encodeImages(body);
      const change = { actor: administratorOf(c), action: 'changed' } as const;
      const row = await withStoredImages(deps, change, images, async (tx, names) => {
        const { id } = c.req.valid('param');
        const before = await findCondo(tx, id, { locked: true });
        if (!before) throw notFound('Building');
        requireMatch(c.req.header('if-match'), toCondo(before, mediaUrl), 'building');
        // A file in the same request takes precedence: choosing a new image cancels the removal.
        return updateCondo(tx, id, { ...fields, ...removed, ...names }, clock());
      });
      return tagged(row);
    },
    async delete(c) {
      const record = { kind: 'condo', id: c.req.valid('param').id } as const;
      const change = { actor: administratorOf(c), action: 'deleted', record } as const;
      await recordChange(db, change, async (tx) => {
        if (!(await findCondo(tx, record.id, { locked: true }))) throw notFound('Building');
        if (!(await deleteCondo(tx, record.id, todayOf(deps))))
          throw new ApiError(HTTP_BAD_REQUEST, 'building_has_people');
      });
    },
  });
}

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
