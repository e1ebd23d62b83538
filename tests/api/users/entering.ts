import { userListSchema, userSchema, tenancyRecordSchema } from '~/users/schema';
import { desk } from '../invitations/accepting';

export const PATH = '/admin/users';
export const post = (body: object) => desk.api.call('POST', PATH, body);
export const add = (body: object) => desk.api.read(userSchema, 'POST', PATH, body, 201);
export const list = async (query: string) =>
  (await desk.api.read(userListSchema, 'GET', `${PATH}?${query}`)).data;

export const TENANCIES = '/admin/user-condo-associations';
const asRenter = () => ({ condo_id: desk.condo, apartment_id: desk.apartment, role: 'renter' });
export const begin = (body: object) => desk.api.call('POST', TENANCIES, { ...asRenter(), ...body });
export const make = (body: object) =>
  desk.api.read(tenancyRecordSchema, 'POST', TENANCIES, { ...asRenter(), ...body }, 201);
export const received = (email: string) =>
  desk.smtp.received.filter(({ recipients }) => recipients.includes(email));
export const later = async () => {
  desk.travel(61);
  await desk.send();
};

export const asManager = () => ({ condo_id: desk.condo, role: 'building_manager' });
export const invite = (body: object) =>
  desk.api.call('POST', '/admin/invite-user', { ...asManager(), ...body });

export const restore = async (record: object) =>
  (await desk.api.call('POST', '/admin/history/restore', record)).status;

const TAKEN_MESSAGE = 'A person with this email address already exists.';
export const TAKEN = {
  status: 409,
  detail: TAKEN_MESSAGE,
  errors: [{ field: 'email', message: TAKEN_MESSAGE }],
};

let serial = 0;
/** A person without an e-mail address, with a name that no other test has. */
export const addNamed = (fields: object = {}) => {
  serial += 1;
  return add({ first_name: 'Anna', last_name: `Rossi${serial}`, ...fields });
};
