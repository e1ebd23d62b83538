import { readApartment } from '~/contract/apartment-reading';
import type { ExportQuery } from '~/contract/export-schemas';
import { readList } from '~/contract/reading';
import type { User } from '~/contract/user-reading';
import { userName } from '~/lib/user-text';
import type { Upstream } from '~/upstream/upstream.server';
import { readAnswer } from '../answer';
import { callApi } from '../perform-call.server';
import { associationsWith } from '../users/associations';
import type { RowBatch } from './row-batch';
import { readPeople } from './user-rows.server';

type ResidentsQuery = Extract<ExportQuery, { list: 'residents' }>['query'];

/**
 * A building's people, a row for each of their apartments there: in the order of the apartments, then those without one.
 * They fit into memory, as they do on the building's page.
 */
export async function* residentRows(
  upstream: Upstream,
  { condo_id, condo_name }: ResidentsQuery,
  isEmbedded: boolean,
): AsyncGenerator<RowBatch, void, void> {
  const apartments = await readAnswer(
    await callApi(upstream, 'apartments.list', { query: { search: '', condo_id } }),
    (answer) => readList(answer, readApartment),
  );
  const places = new Map(
    apartments.map(({ apartment_number, floor_number }, place) => [
      apartment_number?.trim() ?? '',
      { place, floor_number },
    ]),
  );
  const users: User[] = [];
  const query = { search: '', condo_id, inactive: '' } as const;
  for await (const batch of readPeople(upstream, query, isEmbedded)) users.push(...batch.users);
  const rows = users.flatMap((user) =>
    associationsWith(user, { condoId: condo_id, condoName: condo_name }).map((association) => {
      const { apartment_number, role } = association;
      const { place, floor_number } = places.get(apartment_number?.trim() ?? '') ?? NOWHERE;
      const row = { apartment_number, floor_number, name: userName(user), role, email: user.email };
      return { place, row };
    }),
  );
  const sorted = rows.toSorted((one, other) => one.place - other.place);
  yield { rows: sorted.map(({ row }) => row), total: rows.length };
}

const NOWHERE = { place: Number.MAX_SAFE_INTEGER, floor_number: null };
