import { parseParkingSpots } from './parking';
import { readBoolean, readId, readNumber, readText, type Fields } from './reading';

/** An apartment as the panel holds it. */
export interface Apartment {
  id: number | null;
  condo_id: number | null;
  apartment_number: string | null;
  floor_number: number | null;
  bedrooms: number | null;
  bathrooms: number | null;
  sqmt: number | null;
  parking_spot_number: string | null;
  has_parking: boolean;
  notes: string | null;
}

/** Reads one apartment of an answer; has_parking follows from the spots where the API does not say it. */
export function readApartment(fields: Fields): Apartment {
  const parking = readText(fields.parking_spot_number);
  return {
    id: readId(fields.id),
    condo_id: readId(fields.condo_id),
    apartment_number: readText(fields.apartment_number),
    floor_number: readNumber(fields.floor_number),
    bedrooms: readNumber(fields.bedrooms),
    bathrooms: readNumber(fields.bathrooms),
    sqmt: readNumber(fields.sqmt),
    parking_spot_number: parking,
    has_parking: readBoolean(fields.has_parking) ?? parseParkingSpots(parking).length > 0,
    notes: readText(fields.notes),
  };
}
