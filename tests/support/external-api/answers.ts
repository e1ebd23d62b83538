import type { CallName } from './calls';
import { EXTERNAL_ACCOUNTS, externalStats, type ExternalData, type Row } from './data';
import { CONDO_FILTERS } from './entities';

export interface Answer {
  status: number;
  /** undefined: no body at all. */
  body?: unknown;
}

/** A call that kept the rules, with its values laid flat. */
export interface AcceptedCall {
  name: CallName;
  id: number;
  query: Readonly<Record<string, string>>;
  values: Readonly<Record<string, unknown>>;
}

const ok = (body: unknown): Answer => ({ status: 200, body });
const gone: Answer = { status: 204 };
const notFound: Answer = { status: 404, body: { detail: 'Not Found' } };

const USERS_PER_PAGE = 10;

/** Performs a call on the data and returns this API's response. */
export function answerCall(data: ExternalData, call: AcceptedCall): Answer {
  const { name, id, query, values } = call;
  switch (name) {
    case 'login':
      return login(values);
    case 'stats':
      return ok(externalStats(data));
    case 'listCondos':
      return ok(listCondos(data.condos, query));
    case 'createCondo':
      return { status: 201, body: insert(data.condos, toCondo(values)) };
    case 'getCondo':
      return one(data.condos, id);
    case 'updateCondo':
      return change(data.condos, id, toCondo(values));
    case 'deleteCondo':
      return remove(data.condos, id);
    case 'listApartments':
      return ok(listApartments(data.apartments, query));
    case 'createApartment':
      return { status: 201, body: insert(data.apartments, values) };
    case 'getApartment':
      return one(data.apartments, id);
    case 'updateApartment':
      return change(data.apartments, id, values);
    case 'deleteApartment':
      return remove(data.apartments, id);
    case 'listUsers':
      return ok(listUsers(data.users, query));
    case 'inviteUser':
      return { status: 201, body: insert(data.invitations, toInvitation(data, values)) };
    case 'getUser':
      return one(data.users, id);
    case 'updateUser':
      return change(data.users, id, values);
    case 'deleteUser':
      return change(data.users, id, { is_active: false, condo_associations: [] });
    case 'deleteAssociation':
      return removeAssociation(data.users, id);
    case 'bulkValidate':
      return ok({
        valid_rows: [{ name: 'One' }],
        invalid_rows: [{ row: 2, error: 'name is missing' }],
      });
    case 'bulkCreate':
      return ok({ created: 1, errors: [] });
    case 'bulkTemplate':
      return ok('name');
    case 'listInvitations':
      // The other shape of a list that an API may answer with.
      return ok({ data: data.invitations });
    case 'deleteInvitation':
      return remove(data.invitations, id);
    case 'resendInvitation':
      return data.invitations.some((row) => row.id === id) ? ok({ queued: true }) : notFound;
  }
}

function login({ username, password }: Readonly<Record<string, unknown>>): Answer {
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

function listCondos(rows: readonly Row[], query: Readonly<Record<string, string>>): Row[] {
  const { search, sort_by: by, sort_order: order } = query;
  const found = rows.filter(
    (row) =>
      (!search || has(row, 'name', search) || has(row, 'address', search)) &&
      CONDO_FILTERS.every((field) => has(row, field, query[field] ?? '')),
  );
  const sign = order === 'desc' ? -1 : 1;
  return found.toSorted((a, b) =>
    by === 'id' ? sign * (a.id - b.id) : sign * String(a.name).localeCompare(String(b.name), 'en'),
  );
}

function listApartments(rows: readonly Row[], query: Readonly<Record<string, string>>): Row[] {
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
  return gone;
}

function listUsers(rows: readonly Row[], query: Readonly<Record<string, string>>): object {
  const { search, condo_id: condoId, page } = query;
  const found = rows.filter(
    (row) =>
      (!search || has(row, 'email', search) || has(row, 'first_name', search)) &&
      (!condoId || JSON.stringify(row.condo_associations ?? []).includes(`"condo_id":${condoId}`)),
  );
  const current = Number(page);
  return {
    data: found.slice((current - 1) * USERS_PER_PAGE, current * USERS_PER_PAGE),
    pagination: {
      current_page: current,
      total_pages: Math.max(1, Math.ceil(found.length / USERS_PER_PAGE)),
      total: found.length,
    },
  };
}

/** Files become addresses; a removed image is null, and so is an emptied field. */
function toCondo(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof File) row[`${name}_url`] = `data:${value.type};base64,`;
    else if (!name.startsWith('remove_')) row[name] = value === '' ? null : value;
  }
  return row;
}

function toInvitation(
  data: ExternalData,
  { email, role, condo_id: condoId, apartment_id: apartmentId }: Readonly<Record<string, unknown>>,
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

function insert(rows: Row[], values: Readonly<Record<string, unknown>>): Row {
  const row = { ...values, id: Math.max(0, ...rows.map(({ id }) => id)) + 1 };
  rows.push(row);
  return row;
}

function change(rows: Row[], id: number, values: Readonly<Record<string, unknown>>): Answer {
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
  return gone;
}
