import { HTTP_CONFLICT } from '~/rpc/errors/http-status';
import { USERS_PAGE_SIZE, USERS_PAGE_SIZE_MAX } from '~/fields/limits';
import { fieldsOf, readNumber, type UnknownRecord } from '~/fields/reading';
import type { UserListQuery } from '~/users/schema';
import { readUserPage, type CondoAssociation, type User, type UserPage } from '~/users/fields';
import { AppError, isRejected } from '~/rpc/errors/app-error';
import { limitAnswer, type Upstream } from '~/rpc/upstream.server';
import { readAnswer } from '~/rpc/wire';
import { callApi } from '~/rpc/perform.server';
import { coded } from '~/language/sentence';

/**
 * A batch of a list's rows, in order. `total` is the number of all rows, perhaps approximate, or null if
 * unknown.
 */
export interface RowBatch {
  /** Values by the names of the list's columns. */
  rows: readonly UnknownRecord[];
  total: number | null;
}

const PAGES_AHEAD = 4;

type PeopleQuery = Omit<UserListQuery, 'page' | 'page_size' | 'with_total' | 'after_id'>;

/** A batch of the list's people. `total` is the number of all, perhaps approximate, or null if unknown. */
type People = AsyncGenerator<{ users: readonly User[]; total: number | null }, void, void>;

export async function* userRows(
  ...args: Parameters<typeof readPeople>
): AsyncGenerator<RowBatch, void, void> {
  for await (const { users, total } of readPeople(...args)) yield { rows: users.map(toRow), total };
}

function toRow(user: User): UnknownRecord {
  return { ...user, condo_associations: user.condo_associations.map(toText).join('; ') };
}

/**
 * Reads all people without gaps. The embedded API pages by id, which requires the list without a sort.
 * Other pages fail the export if they shift.
 */
export function readPeople(upstream: Upstream, query: PeopleQuery, isEmbedded: boolean): People {
  const isById = isEmbedded && query.sort_by === undefined && query.sort_order === undefined;
  return isById ? peopleById(upstream, query) : peopleByPage(upstream, query);
}

async function* peopleById(upstream: Upstream, query: PeopleQuery): People {
  let after_id: number | null = 0;
  while (after_id !== null) {
    const request = { ...query, page: 1, page_size: USERS_PAGE_SIZE_MAX, after_id };
    const { users, totalPages } = await readPage(upstream, request);
    if (users.length > 0) yield { users, total: null };
    after_id = totalPages > 1 ? (users.at(-1)?.id ?? null) : null;
  }
}

/**
 * Reads page by page, as large as possible. An API may send smaller pages, or accept only the panel's own
 * size.
 */
async function* peopleByPage(upstream: Upstream, query: PeopleQuery): People {
  let page_size = USERS_PAGE_SIZE_MAX;
  const read = (page: number) => readPage(upstream, { ...query, page, page_size });
  const first = await read(1).catch((error: unknown) => {
    if (!isRejected(error)) throw error;
    page_size = USERS_PAGE_SIZE;
    return read(1);
  });
  const total = first.totalPages * Math.max(first.users.length, 1);
  let pages = first.totalPages;
  const last = { page: pages, atFirst: pages > 1 ? await read(pages) : first };
  let previous = first;
  yield { users: first.users, total: first.totalPages === 1 ? first.users.length : total };

  const ahead: Array<Promise<UserPage>> = [];
  let requested = 1;
  for (let page = 2; page <= pages; page += 1) {
    while (requested < pages && ahead.length < PAGES_AHEAD) {
      requested += 1;
      const next = read(requested);
      // The rejection is handled when the page is awaited; until then it must not be unhandled.
      next.catch(() => undefined);
      ahead.push(next);
    }
    const current = await ahead.shift();
    if (!current) return;
    pages = Math.max(pages, current.totalPages);
    if (page === last.page && !continues(last.atFirst, current)) throw changed();
    yield { users: withoutThose(previous, current), total };
    previous = current;
  }
}

/**
 * Reads a page.
 * @throws AppError if the API sends another page or an empty one: people would be missing from the file
 */
async function readPage(upstream: Upstream, query: UserListQuery): Promise<UserPage> {
  return readAnswer(limitAnswer(await callApi(upstream, 'users.list', { query })), (answer) => {
    const page = readUserPage(answer);
    const sent = readNumber(fieldsOf(fieldsOf(answer).pagination).current_page) ?? query.page;
    const isMissing = page.users.length === 0 && page.totalPages > 1;
    if (sent === query.page && !isMissing) return page;
    throw changed();
  });
}

function changed(): AppError {
  return new AppError({ status: HTTP_CONFLICT, ...coded('list_changed') });
}

/** True if a page begins with the same people as before. More may have been added. */
function continues(before: UserPage, now: UserPage): boolean {
  return before.users.every(({ id }, at) => now.users[at]?.id === id);
}

/** People of a page without those of the previous page, who have moved to this one in the meantime. */
function withoutThose(previous: UserPage, page: UserPage): User[] {
  const seen = new Set(previous.users.map(({ id }) => id));
  return page.users.filter(({ id }) => id === null || !seen.has(id));
}

/** "Seeblick, 12 (owner)" */
function toText({ condo_name, apartment_number, role }: CondoAssociation): string {
  const place = [condo_name, apartment_number].filter((part) => part !== null).join(', ');
  return role === null ? place : `${place} (${role})`;
}
