import { condoCreateSchema, condoUpdateSchema } from '~/contract/condo';
import { condoCalls } from '~/contract/calls/condos';
import { condoFields } from '~/contract/condo-fields';
import { administratorOf } from '../auth/actor';
import { outsideTimeLimit } from '../db/time-limits.server';
import type { ApiDeps } from '../deps';
import { notFound } from '../http/api-error';
import { readBody } from '../http/body';
import { createRouter } from '../http/router';
import { serveCalls, Tagged } from '../http/serve-calls';
import type { AnswerList } from '../lists/answer-list';
import { parseInput } from '../http/validation';
import { encodeImages } from './condo-images';
import { changeCondo, createCondo, removeCondo, toCondo } from './condos';
import { toMediaUrl } from '../media/media-url';
import { condoLists, findCondo } from './condos.repo';

/** Three images of 5 MB, the texts and the multipart boundaries. */
const MULTIPART_LIMIT_BYTES = 17 * 1024 * 1024;

/** All of /admin/condos. */
export function condoRoutes(deps: ApiDeps, answerList: AnswerList) {
  const mediaUrl = toMediaUrl(deps);
  const listOf = condoLists(mediaUrl);
  const tagged = (row: Parameters<typeof toCondo>[0]) => {
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
      return toCondo(await createCondo(deps, administratorOf(c), fields, images), mediaUrl);
    },
    async get(c) {
      const condo = await findCondo(deps.db, c.req.valid('param').id);
      if (!condo) throw notFound('Building');
      return tagged(condo);
    },
    async update(c) {
      const body = await outsideTimeLimit(() => readBody(c));
      const fields = parseInput(condoUpdateSchema, body.fields);
      const actor = administratorOf(c);
      const { id } = c.req.valid('param');
      const images = await encodeImages(body);
      return tagged(await changeCondo(deps, actor, id, fields, images, c.req.header('if-match')));
    },
    delete: (c) => removeCondo(deps, administratorOf(c), c.req.valid('param').id),
  });
}
