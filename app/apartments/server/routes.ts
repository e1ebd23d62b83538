import type { ApartmentUpdate } from '~/apartments/schema';
import { apartmentCalls } from '~/apartments/calls';
import { apartmentFields, formatParkingSpots, parseParkingSpots } from '~/apartments/fields';
import { HTTP_BAD_REQUEST } from '~/rpc/errors/http-status';
import { administratorOf } from '~/accounts/server/auth-middleware';
import type { Db } from '~/platform/database/connect.server';
import { violates } from '~/platform/database/errors';
import { recordChange, type Change, type ChangeTx } from '~/platform/database/record-change';
import { type ApiDeps, todayOf } from '~/rpc/embedded/deps';
import { ApiError, invalidField, notFound, takenField } from '~/rpc/embedded/api-error';
import { editablePart, requireMatch } from '~/rpc/embedded/entity-tag';
import { createRouter } from '~/rpc/embedded/router';
import { serveCalls, Tagged } from '~/rpc/embedded/serve-calls';
import type { AnswerList } from '~/rpc/embedded/answer-list';
import {
  apartmentList,
  deleteApartment,
  findApartment,
  insertApartment,
  isByPeople,
  isNumberTaken,
  updateApartment,
  type ApartmentRow,
} from './repo';
import { sentence } from '~/language/sentence';

/** All routes of /admin/apartments. */
export function apartmentRoutes(deps: ApiDeps, answerList: AnswerList) {
  const { db, clock } = deps;
  return serveCalls(createRouter(), apartmentCalls, {
    list(c) {
      const query = c.req.valid('query');
      const values = { condoId: query.condo_id };
      const day = todayOf(deps);
      const of = [apartmentFields, query, isByPeople(query) && day];
      return answerList(c, apartmentList(query, day), { of, values });
    },
    create: (c) =>
      write(db, { actor: administratorOf(c), action: 'created' }, (tx) =>
        insertApartment(tx, withPlainParking(c.req.valid('json')), clock()).then((created) =>
          withOwnNumber(tx, created),
        ),
      ),
    async get(c) {
      const apartment = await findApartment(db, c.req.valid('param').id);
      if (!apartment) throw notFound('Apartment');
      return new Tagged(apartment, taggedPart(apartment));
    },
    async update(c) {
      const { id } = c.req.valid('param');
      const change = { actor: administratorOf(c), action: 'changed' } as const;
      const apartment = await write(db, change, async (tx) => {
        const before = await findApartment(tx, id, { locked: true });
        if (!before) throw notFound('Apartment');
        requireMatch(c.req.valid('header')['if-match'], taggedPart(before), 'apartment');
        const after = await updateApartment(tx, id, withPlainParking(c.req.valid('json')), clock());
        const names = [before, after].map((one) => `${one.condo_id} ${one.apartment_number}`);
        return names[0] === names[1] ? after : withOwnNumber(tx, after);
      });
      return new Tagged(apartment, taggedPart(apartment));
    },
    async delete(c) {
      const record = { kind: 'apartment', id: c.req.valid('param').id } as const;
      const change = { actor: administratorOf(c), action: 'deleted', record } as const;
      await recordChange(db, change, async (tx) => {
        const apartment = await findApartment(tx, record.id, { locked: true });
        if (!apartment) throw notFound('Apartment');
        if (!(await deleteApartment(tx, apartment, todayOf(deps))))
          throw new ApiError(HTTP_BAD_REQUEST, 'apartment_has_people');
      });
    },
  });
}

/** The fields that the apartment's ETag covers. */
function taggedPart(row: ApartmentRow): object {
  return editablePart(apartmentFields, row);
}

/** Stores parking spots in one form: a text without spaces and duplicates, or "None". */
function withPlainParking<T extends ApartmentUpdate>(fields: T): T {
  const text = fields.parking_spot_number;
  if (text === undefined || text === null) return fields;
  return { ...fields, parking_spot_number: formatParkingSpots(parseParkingSpots(text)) };
}

/**
 * Checks that the new number differs from the building's others.
 * @throws ApiError 409 for a number that only looks like another one of the building
 */
async function withOwnNumber(tx: ChangeTx, apartment: ApartmentRow): Promise<ApartmentRow> {
  if (!(await isNumberTaken(tx, apartment))) return apartment;
  throw takenField('apartment_number', 'number_taken');
}

/**
 * Runs a change and translates database errors.
 * @throws ApiError 422 for an unknown building, 409 for a number that the building has already
 */
async function write<T>(db: Db, change: Change, work: (tx: ChangeTx) => Promise<T>): Promise<T> {
  try {
    return await recordChange(db, change, work);
  } catch (error) {
    if (violates(error, 'apartments_condo_id_condos_id_fk')) {
      throw invalidField('condo_id', sentence('what_not_found', { what: 'Condo' }));
    }
    if (violates(error, 'apartments_number_unique')) {
      throw takenField('apartment_number', 'number_taken');
    }
    throw error;
  }
}
