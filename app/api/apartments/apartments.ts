import type { ApartmentCreate, ApartmentUpdate } from '~/contract/apartment';
import { apartmentFields } from '~/contract/apartment-fields';
import { HTTP_BAD_REQUEST } from '~/contract/http-status';
import { formatParkingSpots, parseParkingSpots } from '~/contract/parking';
import { violates } from '../db/errors';
import { recordChange, type Actor } from '../db/record-change';
import type { ApiDeps } from '../deps';
import { ApiError, conflict, fieldError, invalidField, notFound } from '../http/api-error';
import { editablePart, requireMatch } from '../http/entity-tag';
import {
  deleteApartment,
  insertApartment,
  lockApartment,
  updateApartment,
  type ApartmentRow,
} from './apartments.repo';

const NUMBER_TAKEN_MESSAGE = 'This building already has an apartment with this number.';
const APARTMENT_HAS_PEOPLE_MESSAGE =
  'Cannot delete: users are still associated with this apartment.';

/** @throws ApiError 422 for an unknown building, 409 for a number the building has already */
export function createApartment(
  { db, clock }: ApiDeps,
  actor: Actor,
  fields: ApartmentCreate,
): Promise<ApartmentRow> {
  return explainViolation(() =>
    recordChange(db, { actor, action: 'created' }, (tx) =>
      insertApartment(tx, withPlainParking(fields), clock()),
    ),
  );
}

/** The fields that the apartment's ETag covers. */
export function taggedPart(row: ApartmentRow): object {
  return editablePart(apartmentFields, row);
}

/**
 * Changes what was sent and keeps the rest. `ifMatch` is the header: with it the apartment must still have that version.
 * @throws ApiError 404, 412, 422, 409
 */
export function changeApartment(
  { db, clock }: ApiDeps,
  actor: Actor,
  id: number,
  fields: ApartmentUpdate,
  ifMatch?: string,
): Promise<ApartmentRow> {
  return explainViolation(() =>
    recordChange(db, { actor, action: 'changed' }, async (tx) => {
      const before = await lockApartment(tx, id);
      if (!before) throw notFound('Apartment');
      requireMatch(ifMatch, taggedPart(before), 'apartment');
      return updateApartment(tx, id, withPlainParking(fields), clock());
    }),
  );
}

/** @throws ApiError 404, or 400 while the apartment has associations */
export async function removeApartment({ db }: ApiDeps, actor: Actor, id: number): Promise<void> {
  const change = { actor, action: 'deleted', record: { kind: 'apartment', id } } as const;
  await recordChange(db, change, async (tx) => {
    if (!(await lockApartment(tx, id))) throw notFound('Apartment');
    if (!(await deleteApartment(tx, id)))
      throw new ApiError(HTTP_BAD_REQUEST, APARTMENT_HAS_PEOPLE_MESSAGE);
  });
}

/** One form in the database: spots without spaces and duplicates, or "None". */
function withPlainParking<T extends ApartmentUpdate>(fields: T): T {
  const text = fields.parking_spot_number;
  if (text === undefined || text === null) return fields;
  return { ...fields, parking_spot_number: formatParkingSpots(parseParkingSpots(text)) };
}

async function explainViolation<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violates(error, 'apartments_condo_id_condos_id_fk')) {
      throw invalidField('condo_id', 'Condo not found');
    }
    if (violates(error, 'apartments_number_unique')) {
      throw conflict(NUMBER_TAKEN_MESSAGE, [fieldError('apartment_number', NUMBER_TAKEN_MESSAGE)]);
    }
    throw error;
  }
}
