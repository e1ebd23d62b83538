import { condoCreateSchema, condoUpdateSchema } from '~/contract/condo';
import { condoCalls } from '~/contract/calls/condos';
import { condoFields } from '~/contract/condo-fields';
import { administratorOf } from '../auth/actor';
import { outsideTimeLimit } from '../db/time-limits.server';
import type { ApiDeps } from '../deps';
import { notFound } from '../http/api-error';
import { readBody } from '../http/body';
import { entityTag } from '../http/entity-tag';
import { describeForms, routeOf } from '../http/route-of';
import { createRouter } from '../http/router';
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
  const router = createRouter({ multipartLimitBytes: MULTIPART_LIMIT_BYTES });
  describeForms(router, condoCalls);
  return router
    .openapi(routeOf(condoCalls, 'list'), async (c) => {
      const query = c.req.valid('query');
      return answerList(c, listOf(query), { of: [condoFields, mediaUrl, query] });
    })
    .openapi(routeOf(condoCalls, 'create'), async (c) => {
      const body = await outsideTimeLimit(() => readBody(c));
      const fields = parseInput(condoCreateSchema, body.fields);
      const condo = await createCondo(deps, administratorOf(c), fields, await encodeImages(body));
      return c.json(toCondo(condo, mediaUrl), 201);
    })
    .openapi(routeOf(condoCalls, 'get'), async (c) => {
      const condo = await findCondo(deps.db, c.req.valid('param').id);
      if (!condo) throw notFound('Building');
      const shown = toCondo(condo, mediaUrl);
      return c.json(shown, 200, { etag: entityTag(shown) });
    })
    .openapi(routeOf(condoCalls, 'update'), async (c) => {
      const body = await outsideTimeLimit(() => readBody(c));
      const fields = parseInput(condoUpdateSchema, body.fields);
      const { id } = c.req.valid('param');
      const images = await encodeImages(body);
      const condo = await changeCondo(
        deps,
        administratorOf(c),
        id,
        fields,
        images,
        c.req.header('if-match'),
      );
      const shown = toCondo(condo, mediaUrl);
      return c.json(shown, 200, { etag: entityTag(shown) });
    })
    .openapi(routeOf(condoCalls, 'delete'), async (c) => {
      await removeCondo(deps, administratorOf(c), c.req.valid('param').id);
      return c.body(null, 204);
    });
}
