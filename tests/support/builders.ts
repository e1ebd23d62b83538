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

const USER = {
  first_name: 'Anna',
  last_name: 'Meier',
  email: 'anna@example.ch',
  is_active: true,
  created_at: '2025-03-05T12:00:00Z',
};

/** A user as an API sends one: without associations unless the test gives some. */
export function aUser<T extends object = object>(fields?: T): Omit<typeof USER, keyof T> & T {
  return Object.assign({ ...USER }, fields);
}

const INVITATION = {
  email: 'neu@example.ch',
  role: 'renter',
  condo: { id: 7, name: 'Seestrasse 7' },
  apartment: null,
  created_at: '2025-03-05T12:00:00Z',
};

/** A pending invitation as an API sends one. */
export function anInvitation<T extends object = object>(
  fields?: T,
): Omit<typeof INVITATION, keyof T> & T {
  return Object.assign({ ...INVITATION }, fields);
}
