import { apartmentCalls } from '~/contract/calls/apartments';
import { apartmentFields } from '~/contract/apartment-fields';
import { administratorOf } from '../auth/actor';
import type { ApiDeps } from '../deps';
import { notFound } from '../http/api-error';
import { entityTag } from '../http/entity-tag';
import { routeOf } from '../http/route-of';
import { createRouter } from '../http/router';
import type { AnswerList } from '../lists/answer-list';
import { changeApartment, createApartment, removeApartment, taggedPart } from './apartments';
import { apartmentList, findApartment } from './apartments.repo';

/** All of /admin/apartments. */
export function apartmentRoutes(deps: ApiDeps, answerList: AnswerList) {
  return createRouter()
    .openapi(routeOf(apartmentCalls, 'list'), async (c) => {
      const query = c.req.valid('query');
      const values = { condoId: query.condo_id };
      return answerList(c, apartmentList(query), { of: [apartmentFields, query], values });
    })
    .openapi(routeOf(apartmentCalls, 'create'), async (c) =>
      c.json(await createApartment(deps, administratorOf(c), c.req.valid('json')), 201),
    )
    .openapi(routeOf(apartmentCalls, 'get'), async (c) => {
      const apartment = await findApartment(deps.db, c.req.valid('param').id);
      if (!apartment) throw notFound('Apartment');
      return c.json(apartment, 200, { etag: entityTag(taggedPart(apartment)) });
    })
    .openapi(routeOf(apartmentCalls, 'update'), async (c) => {
      const { 'if-match': ifMatch } = c.req.valid('header');
      const { id } = c.req.valid('param');
      const apartment = await changeApartment(
        deps,
        administratorOf(c),
        id,
        c.req.valid('json'),
        ifMatch,
      );
      return c.json(apartment, 200, { etag: entityTag(taggedPart(apartment)) });
    })
    .openapi(routeOf(apartmentCalls, 'delete'), async (c) => {
      await removeApartment(deps, administratorOf(c), c.req.valid('param').id);
      return c.body(null, 204);
    });
}
