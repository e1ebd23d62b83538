import { apartmentCalls } from '~/contract/calls/apartments';
import { apartmentFields } from '~/contract/apartment-fields';
import { administratorOf } from '../auth/actor';
import type { ApiDeps } from '../deps';
import { notFound } from '../http/api-error';
import { createRouter } from '../http/router';
import { serveCalls, Tagged } from '../http/serve-calls';
import type { AnswerList } from '../lists/answer-list';
import { changeApartment, createApartment, removeApartment, taggedPart } from './apartments';
import { apartmentList, findApartment } from './apartments.repo';

/** All of /admin/apartments. */
export function apartmentRoutes(deps: ApiDeps, answerList: AnswerList) {
  return serveCalls(createRouter(), apartmentCalls, {
    list(c) {
      const query = c.req.valid('query');
      const values = { condoId: query.condo_id };
      return answerList(c, apartmentList(query), { of: [apartmentFields, query], values });
    },
    create: (c) => createApartment(deps, administratorOf(c), c.req.valid('json')),
    async get(c) {
      const apartment = await findApartment(deps.db, c.req.valid('param').id);
      if (!apartment) throw notFound('Apartment');
      return new Tagged(apartment, taggedPart(apartment));
    },
    async update(c) {
      const actor = administratorOf(c);
      const { 'if-match': ifMatch } = c.req.valid('header');
      const { id } = c.req.valid('param');
      const apartment = await changeApartment(deps, actor, id, c.req.valid('json'), ifMatch);
      return new Tagged(apartment, taggedPart(apartment));
    },
    delete: (c) => removeApartment(deps, administratorOf(c), c.req.valid('param').id),
  });
}
