import { apartmentFields } from './apartment-fields';
import { readerOf } from '~/fields/field-reading';
import type { ReadRecord } from '~/fields/fields';
import { parseParkingSpots } from './parking';
import { readBoolean, type Fields as Answer } from '~/fields/reading';

export type Apartment = ReadRecord<typeof apartmentFields>;

const readFields = readerOf(apartmentFields);

/** Reads one apartment of a response; has_parking follows from the spots where the API does not send it. */
export function readApartment(answer: Answer): Apartment {
  const apartment = readFields(answer);
  const spots = parseParkingSpots(apartment.parking_spot_number);
  return { ...apartment, has_parking: readBoolean(answer.has_parking) ?? spots.length > 0 };
}
