import { apartmentFields } from './apartment-fields';
import { readerOf } from './field-reading';
import type { ReadRecord } from './fields';
import { parseParkingSpots } from './parking';
import { readBoolean, type Fields as Answer } from './reading';

/** An apartment as the panel holds it. */
export type Apartment = ReadRecord<typeof apartmentFields>;

const readFields = readerOf(apartmentFields);

/** Reads one apartment of an answer; has_parking follows from the spots where the API does not say it. */
export function readApartment(answer: Answer): Apartment {
  const apartment = readFields(answer);
  const spots = parseParkingSpots(apartment.parking_spot_number);
  return { ...apartment, has_parking: readBoolean(answer.has_parking) ?? spots.length > 0 };
}
