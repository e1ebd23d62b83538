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
