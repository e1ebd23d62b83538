const CONDO = {
  name: 'Seeblick',
  address: 'Seestrasse 1',
  city: 'Zürich',
  state: 'ZH',
  zip_code: '8002',
  country: 'Switzerland',
};

/** A building as it is sent and stored: what it must have, and what the test says of it. */
export function aCondo<T extends object = object>(fields?: T): typeof CONDO & T {
  return Object.assign({ ...CONDO }, fields);
}

const APARTMENT = {
  apartment_number: '1A',
  floor_number: 2,
  bedrooms: 3.5,
  bathrooms: 1,
  sqmt: '82.50',
  parking_spot_number: 'P1,P2',
  notes: 'Balcony',
};

/** An apartment as it is sent and stored, with a value in each field. */
export function anApartment<T extends object = object>(fields?: T): typeof APARTMENT & T {
  return Object.assign({ ...APARTMENT }, fields);
}
