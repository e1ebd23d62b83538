import { apartmentFields, readApartment } from '~/apartments/fields';
import { condoFields, readCondo } from '~/condos/fields';
import { ROW_VERSION } from './export';
import type { ExportQuery } from './export-schemas';
import { HTTP_BAD_GATEWAY } from '~/rpc/errors/http-status';
import { readInvitation, type Invitation } from '~/invitations/fields';
import type { Fields } from '~/fields/fields';
import { fieldsOf, readList, type UnknownRecord } from '~/fields/reading';
import type { User } from '~/users/fields';
import { tenancyReviewFields } from '~/users/import-fields';
import { AppError, NETWORK_ERROR_MESSAGE } from '~/rpc/errors/app-error';
import { rowVersion } from './row-version.server';
import { userName } from '~/users/user-text';
import type { Upstream } from '~/rpc/upstream.server';
import { embeddedAnswer } from '~/rpc/queries';
import { readAnswer } from '~/rpc/wire';
import type { InvitationQuery } from '~/invitations/search';
import { shownInvitations } from '~/invitations/queries';
import { callApi } from '~/rpc/perform.server';
import { associationsWith } from '~/users/queries';
import { readListStream } from './json-list-stream';
import { readPeople, userRows, type RowBatch } from './user-rows.server';

/** Rows of a list with its filters and sort, read on demand. @throws AppError, UnreadableAnswerError */
export function exportRows(
  upstream: Upstream,
  of: ExportQuery,
  isEmbedded: boolean,
): AsyncGenerator<RowBatch, void, void> {
  switch (of.list) {
    case 'condos':
      return listRows(callApi(upstream, 'condos.list', of), (answer) =>
        withVersion(condoFields, readCondo(answer)),
      );
    case 'apartments':
      return listRows(callApi(upstream, 'apartments.list', of), (answer) =>
        withVersion(apartmentFields, readApartment(answer)),
      );
    case 'users':
      return userRows(upstream, of.query, isEmbedded);
    case 'residents':
      return residentRows(upstream, of.query, isEmbedded);
    case 'invitations':
      return invitationRows(upstream, of.query);
  }
}

/** Reads all invitations, then filters and sorts them, as the screen does itself. */
async function* invitationRows(
  upstream: Upstream,
  query: InvitationQuery,
): AsyncGenerator<RowBatch, void, void> {
  const response = await callApi(upstream, 'invitations.list', { query: { status: 'pending' } });
  const all: Invitation[] = [];
  for await (const rows of readListStream(chunksOf(response), readInvitation)) all.push(...rows);
  const matching = shownInvitations(all, query, new Date());
  yield { rows: matching.map(fieldsOf), total: matching.length };
}

/** Adds the version as a getter, since it is the most expensive value and a review reads it for few rows. */
function withVersion(fields: Fields, record: UnknownRecord): UnknownRecord {
  const get = () => rowVersion(fields, record);
  return Object.defineProperty({ ...record }, ROW_VERSION, { get, enumerable: true });
}

async function* listRows(
  call: Promise<Response>,
  toRow: (answer: UnknownRecord) => UnknownRecord,
): AsyncGenerator<RowBatch, void, void> {
  const response = await call;
  for await (const rows of readListStream(chunksOf(response), toRow)) yield { rows, total: null };
}

async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array, void, void> {
  if (!body) return;
  try {
    for await (const chunk of body) yield chunk;
  } catch {
    throw new AppError({ status: HTTP_BAD_GATEWAY, statusText: NETWORK_ERROR_MESSAGE });
  }
}

type ResidentsQuery = Extract<ExportQuery, { list: 'residents' }>['query'];

/**
 * One row for each person and apartment of a building, sorted by apartment. People without an apartment
 * come last.
 */
async function* residentRows(
  upstream: Upstream,
  query: ResidentsQuery,
  isEmbedded: boolean,
): AsyncGenerator<RowBatch, void, void> {
  const { condo_id } = query;
  const apartments = await readAnswer(
    await callApi(upstream, 'apartments.list', { query: { search: '', condo_id } }),
    (answer) => readList(answer, readApartment),
  );
  const apartmentsByNumber = new Map(
    apartments.map(({ apartment_number, floor_number }, position) => [
      apartment_number?.trim() ?? '',
      { position, floor_number },
    ]),
  );
  const residents = isEmbedded
    ? await readTenancies(upstream, query)
    : await readResidents(upstream, query);
  const rows = residents.map((resident) => {
    const { position, floor_number } =
      apartmentsByNumber.get(resident.apartment_number?.trim() ?? '') ?? NO_APARTMENT;
    return { position, row: Object.assign(resident, { floor_number }) };
  });
  const sorted = rows.toSorted((one, other) => one.position - other.position);
  yield { rows: sorted.map(({ row }) => row), total: rows.length };
}

async function readTenancies(upstream: Upstream, { condo_id: id, as_of }: ResidentsQuery) {
  const response = await callApi(upstream, 'condoTenancies.list', { id, query: { as_of } });
  const tenancies = await embeddedAnswer('condoTenancies.list', response);
  return tenancies.map((tenancy) =>
    Object.assign(tenancy, {
      condo_id: id,
      [ROW_VERSION]: rowVersion(tenancyReviewFields, tenancy),
    }),
  );
}

async function readResidents(upstream: Upstream, { condo_id, condo_name }: ResidentsQuery) {
  const users: User[] = [];
  const query = { search: '', condo_id, inactive: '' } as const;
  for await (const batch of readPeople(upstream, query, false)) users.push(...batch.users);
  return users.flatMap((user) =>
    associationsWith(user, { condoId: condo_id, condoName: condo_name }).map(
      ({ apartment_number, role }) => ({
        apartment_number,
        name: userName(user),
        role,
        email: user.email,
      }),
    ),
  );
}

const NO_APARTMENT = { position: Number.MAX_SAFE_INTEGER, floor_number: null };
