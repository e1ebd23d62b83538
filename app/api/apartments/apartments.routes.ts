import type { ApiDeps } from '../deps';
import { notFound } from '../http/api-error';
import { sendJson } from '../http/openapi';
import { createRouter } from '../http/router';
import { changeApartment, createApartment, removeApartment } from './apartments';
import {
  createApartmentRoute,
  deleteRoute,
  getRoute,
  listRoute,
  updateRoute,
} from './apartments.openapi';
import { findApartment, listApartmentsJson } from './apartments.repo';

/** All of /admin/apartments. */
export function apartmentRoutes(deps: ApiDeps) {
  return createRouter()
    .openapi(listRoute, async (c) =>
      sendJson(await listApartmentsJson(deps.db, c.req.valid('query'))),
    )
    .openapi(createApartmentRoute, async (c) =>
      c.json(await createApartment(deps, c.req.valid('json')), 201),
    )
    .openapi(getRoute, async (c) => {
      const apartment = await findApartment(deps.db, c.req.valid('param').id);
      if (!apartment) throw notFound('Apartment');
      return c.json(apartment, 200);
    })
    .openapi(updateRoute, async (c) =>
      c.json(await changeApartment(deps, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(deleteRoute, async (c) => {
      await removeApartment(deps, c.req.valid('param').id);
      return c.body(null, 204);
    });
}
