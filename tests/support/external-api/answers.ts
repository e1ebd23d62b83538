import type { CallName } from './calls';
import { EXTERNAL_ACCOUNTS, externalStats, type ExternalData, type Row } from './data';
import { CONDO_FILTERS } from './entities';

export interface Answer {
  status: number;
  /** undefined: no body at all. */
  body?: unknown;
}

type Values = Readonly<Record<string, unknown>>;
type Query = Readonly<Record<string, string>>;

/** A call that kept the rules, with its values laid flat. */
export interface AcceptedCall {
  name: CallName;
  id: number;
  query: Query;
  values: Values;
}

const ok = (body: unknown): Answer => ({ status: 200, body });
const noContent: Answer = { status: 204 };
const notFound: Answer = { status: 404, body: { detail: 'Not Found' } };

const USERS_PER_PAGE = 10;
const MISSING_NAME = { row: 2, error: 'name is missing' };

/** Answers to each call. Lists have the two shapes that an API may choose from. */
const ANSWERS: Readonly<Record<CallName, (data: ExternalData, call: AcceptedCall) => Answer>> = {
  login: (_data, { values }) => login(values),
  stats: (data) => ok(externalStats(data)),
  listCondos: ({ condos }, { query }) => ok(listCondos(condos, query)),
  createCondo: ({ condos }, { values }) => insert(condos, toCondo(values)),
  getCondo: ({ condos }, { id }) => one(condos, id),
  updateCondo: ({ condos }, { id, values }) => change(condos, id, toCondo(values)),
  deleteCondo: ({ condos }, { id }) => remove(condos, id),
  listApartments: ({ apartments }, { query }) => ok(listApartments(apartments, query)),
  createApartment: ({ apartments }, { values }) => insert(apartments, values),
  getApartment: ({ apartments }, { id }) => one(apartments, id),
  updateApartment: ({ apartments }, { id, values }) => change(apartments, id, values),
  deleteApartment: ({ apartments }, { id }) => remove(apartments, id),
  listUsers: ({ users }, { query }) => ok(listUsers(users, query)),
  inviteUser: (data, { values }) => insert(data.invitations, toInvitation(data, values)),
  getUser: ({ users }, { id }) => one(users, id),
  updateUser: ({ users }, { id, values }) => change(users, id, values),
  deleteUser: ({ users }, { id }) =>
    change(users, id, { is_active: false, condo_associations: [] }),
  deleteAssociation: ({ users }, { id }) => removeAssociation(users, id),
  bulkValidate: () => ok({ valid_rows: [{ name: 'One' }], invalid_rows: [MISSING_NAME] }),
  bulkCreate: () => ok({ created: 1, errors: [] }),
  bulkTemplate: () => ok('name'),
  listInvitations: ({ invitations }) => ok({ data: invitations }),
  deleteInvitation: ({ invitations }, { id }) => remove(invitations, id),
  resendInvitation: ({ invitations }, { id }) =>
    invitations.some((row) => row.id === id) ? ok({ queued: true }) : notFound,
};

/** Performs a call on the data and returns this API's response. */
export function answerCall(data: ExternalData, call: AcceptedCall): Answer {
  return ANSWERS[call.name](data, call);
}

function login({ username, password }: Values): Answer {
  const account = EXTERNAL_ACCOUNTS.find((entry) => entry.username === username);
  if (!account || account.password !== password) {
    return { status: 401, body: { detail: 'Incorrect username or password' } };
  }
  const user = {
    id: EXTERNAL_ACCOUNTS.indexOf(account) + 1,
    email: account.username,
    first_name: account.first_name,
    is_superuser: account.admin,
    scopes: ['panel'],
  };
  return ok({ access_token: `token-of-${account.username}`, token_type: 'bearer', user });
}

function has(row: Row, field: string, part: string): boolean {
  const value = row[field];
  const text = typeof value === 'string' ? value : '';
  return text.toLowerCase().includes(part.toLowerCase());
}

function listCondos(rows: readonly Row[], query: Query): Row[] {
  const { search, sort_by: by, sort_order: order } = query;
  const matches = rows.filter(
    (row) =>
      (!search || has(row, 'name', search) || has(row, 'address', search)) &&
      CONDO_FILTERS.every((field) => has(row, field, query[field] ?? '')),
  );
  const sign = order === 'desc' ? -1 : 1;
  return matches.toSorted((a, b) =>
    by === 'id' ? sign * (a.id - b.id) : sign * String(a.name).localeCompare(String(b.name), 'en'),
  );
}

function listApartments(rows: readonly Row[], query: Query): Row[] {
  const { search, condo_id: condoId } = query;
  return rows.filter(
    (row) =>
      (!search || has(row, 'apartment_number', search)) &&
      (!condoId || row.condo_id === Number(condoId)),
  );
}

function removeAssociation(users: readonly Row[], id: number): Answer {
  for (const user of users) {
    const associations: unknown = user.condo_associations;
    if (!Array.isArray(associations)) continue;
    user.condo_associations = associations.filter((entry: Row) => entry.id !== id);
  }
  return noContent;
}

function listUsers(rows: readonly Row[], query: Query): object {
  const { search, condo_id: condoId, page } = query;
  const matches = rows.filter(
    (row) =>
      (!search || has(row, 'email', search) || has(row, 'first_name', search)) &&
      (!condoId || JSON.stringify(row.condo_associations ?? []).includes(`"condo_id":${condoId}`)),
  );
  const current = Number(page);
  return {
    data: matches.slice((current - 1) * USERS_PER_PAGE, current * USERS_PER_PAGE),
    pagination: {
      current_page: current,
      total_pages: Math.max(1, Math.ceil(matches.length / USERS_PER_PAGE)),
      total: matches.length,
    },
  };
}

/** Files become addresses; a removed image is null, and so is an emptied field. */
function toCondo(values: Values): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof File) row[`${name}_url`] = `data:${value.type};base64,`;
    else if (!name.startsWith('remove_')) row[name] = value === '' ? null : value;
  }
  return row;
}

function toInvitation(
  data: ExternalData,
  { email, role, condo_id: condoId, apartment_id: apartmentId }: Values,
): Record<string, unknown> {
  const condo = data.condos.find(({ id }) => id === condoId);
  const apartment = data.apartments.find(({ id }) => id === apartmentId);
  return {
    email,
    role,
    status: 'pending',
    condo: condo && { id: condo.id, name: condo.name },
    apartment: apartment && { id: apartment.id, apartment_number: apartment.apartment_number },
  };
}

function one(rows: readonly Row[], id: number): Answer {
  const row = rows.find((entry) => entry.id === id);
  return row ? ok(row) : notFound;
}

function insert(rows: Row[], values: Values): Answer {
  const row = { ...values, id: Math.max(0, ...rows.map(({ id }) => id)) + 1 };
  rows.push(row);
  return { status: 201, body: row };
}

function change(rows: Row[], id: number, values: Values): Answer {
  const index = rows.findIndex((entry) => entry.id === id);
  const row = rows[index];
  if (!row) return notFound;
  rows[index] = { ...row, ...values, id };
  return ok(rows[index]);
}

function remove(rows: Row[], id: number): Answer {
  const index = rows.findIndex((entry) => entry.id === id);
  if (index === -1) return notFound;
  rows.splice(index, 1);
  return noContent;
}
