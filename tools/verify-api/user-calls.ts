import { fieldsOf, readNumber, readText } from '~/contract/reading';
import { userAnswer, userPage } from './answers';
import { IMPROBABLE, isEmpty, UNKNOWN_ID, walkRecord } from './lists';
import { describeValue } from './conformity';
import type { Problem } from './report';
import { error, errorUnless, idOf, recordsOf, type Check, type Walk } from './walk';

const USERS = '/admin/users';
/** As many as the panel asks for. */
const USERS_PAGE_SIZE = 10;

function page(number: number, more = ''): string {
  return `${USERS}?${more}page=${number}&page_size=${USERS_PAGE_SIZE}`;
}

/** GET /admin/users, its paging and filters, and GET /admin/users/{id}. */
export async function walkUsers(walk: Walk): Promise<void> {
  const list = (path: string, purpose: string, check: Check) =>
    walk.read(path, purpose, { schema: userPage, check });

  const first = await list(page(1), 'first page of users', (json) => isPage(json, 1));
  await walk.rejectsStrangers(page(1));
  const total = readNumber(fieldsOf(fieldsOf(first).pagination).total_pages) ?? 0;
  if (total > 1) {
    await list(page(2), 'second page of users', (json) => [
      ...isPage(json, 2),
      ...haveNothingInCommon(first, json),
    ]);
  } else {
    walk.skip(page(2), 'second page of users', 'there is one page');
  }

  const users = usersOf(first);
  const known = users.find((user) => readText(user.email));
  if (known) {
    const search = `search=${encodeURIComponent(String(known.email))}&`;
    const expected = `the user with id ${idOf(known)} among the found`;
    await list(page(1, search), 'search finds a user by e-mail', (json) => {
      const found = usersOf(json);
      const isThere = found.some((user) => idOf(user) === idOf(known));
      return errorUnless(isThere, '$.data', expected, describeValue(found));
    });
  }
  await list(page(1, `search=${IMPROBABLE}&`), 'search that matches nothing', isEmptyPage);
  await list(page(1, `condo_id=${UNKNOWN_ID}&`), 'users of no building', isEmptyPage);
  const condoId = users.flatMap((user) => recordsOf(user.condo_associations))[0]?.condo_id;
  if (typeof condoId === 'number') {
    await list(page(1, `condo_id=${condoId}&`), 'users of a building', (json) =>
      areOfCondo(json, condoId),
    );
  }
  await walkRecord(walk, (id) => `${USERS}/${id}`, userAnswer, idOf(known ?? users[0]));
}

function usersOf(json: unknown): Array<Readonly<Record<string, unknown>>> {
  return recordsOf(fieldsOf(json).data);
}

function isPage(json: unknown, number: number): Problem[] {
  const { current_page: current } = fieldsOf(fieldsOf(json).pagination);
  const { length } = usersOf(json);
  const path = '$.pagination.current_page';
  const most = `at most ${USERS_PAGE_SIZE} users (page_size)`;
  return [
    ...errorUnless(current === number, path, String(number), describeValue(current)),
    ...errorUnless(length <= USERS_PAGE_SIZE, '$.data', most, `a list of ${length}`),
  ];
}

function haveNothingInCommon(first: unknown, second: unknown): Problem[] {
  const ids = new Set(usersOf(first).map(idOf));
  const twice = usersOf(second).find((user) => ids.has(idOf(user)));
  return twice ? [error('$.data', 'users that are not on page 1', `id ${idOf(twice)} again`)] : [];
}

function isEmptyPage(json: unknown): Problem[] {
  return isEmpty(fieldsOf(json).data, '$.data');
}

function areOfCondo(json: unknown, condoId: number): Problem[] {
  const users = usersOf(json);
  const at = users.findIndex(
    (user) => !recordsOf(user.condo_associations).some((entry) => entry.condo_id === condoId),
  );
  if (at === -1) return [];
  const found = describeValue(users[at]?.condo_associations);
  return [error(`$.data[${at}].condo_associations`, `one with condo_id ${condoId}`, found)];
}
