import { HTTP_CONFLICT } from '~/contract/http-status';
import { USERS_PAGE_SIZE, USERS_PAGE_SIZE_MAX } from '~/contract/limits';
import { fieldsOf, readNumber } from '~/contract/reading';
import type { UserListQuery } from '~/contract/user';
import {
  readUserPage,
  type CondoAssociation,
  type User,
  type UserPage,
} from '~/contract/user-reading';
import { AppError, isRejected } from '~/lib/app-error';
import { limitAnswer, type Upstream } from '~/rpc/upstream.server';
import { readAnswer } from '~/rpc/wire';
import { callApi } from '~/rpc/perform.server';
import type { ExportRow, RowBatch } from './row-batch';

const PAGES_AHEAD = 4;

type PeopleQuery = Pick<UserListQuery, 'search' | 'condo_id' | 'inactive'>;

/** Some people of the list; `total`: how many it has, where that is known, at least about. */
type People = AsyncGenerator<{ users: readonly User[]; total: number | null }, void, void>;

export async function* userRows(
  ...args: Parameters<typeof readPeople>
): AsyncGenerator<RowBatch, void, void> {
  for await (const { users, total } of readPeople(...args)) yield { rows: users.map(toRow), total };
}

function toRow(user: User): ExportRow {
  return { ...user, condo_associations: user.condo_associations.map(toText).join('; ') };
}

/** Misses nobody who stays: the embedded API sends people by id; where the pages of another API shift, the export fails. */
export function readPeople(upstream: Upstream, query: PeopleQuery, isEmbedded: boolean): People {
  return isEmbedded ? peopleById(upstream, query) : peopleByPage(upstream, query);
}

async function* peopleById(upstream: Upstream, query: PeopleQuery): People {
  let after_id: number | null = 0;
  while (after_id !== null) {
    const wanted = { ...query, page: 1, page_size: USERS_PAGE_SIZE_MAX, after_id };
    const { users, totalPages } = await readPage(upstream, wanted);
    if (users.length > 0) yield { users, total: null };
    after_id = totalPages > 1 ? (users.at(-1)?.id ?? null) : null;
  }
}

/** Larger pages are asked for; an API may send smaller ones, or accept the panel's own size only. */
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
  let asked = 1;
  for (let page = 2; page <= pages; page += 1) {
    while (asked < pages && ahead.length < PAGES_AHEAD) {
      asked += 1;
      const next = read(asked);
      // Its failure is seen when its turn comes; until then it is no unhandled one.
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

/** @throws AppError where the API sends another page, or none of its people: the file would miss them */
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
  const detail = 'The list has changed while it was exported. Please try again.';
  return new AppError({ status: HTTP_CONFLICT, detail });
}

/** Whether a page has the same people as before, and perhaps more after them. */
function continues(before: UserPage, now: UserPage): boolean {
  return before.users.every(({ id }, at) => now.users[at]?.id === id);
}

/** The page's people without those of the page before, who have moved here meanwhile. */
function withoutThose(previous: UserPage, page: UserPage): User[] {
  const seen = new Set(previous.users.map(({ id }) => id));
  return page.users.filter(({ id }) => id === null || !seen.has(id));
}

/** "Seeblick, 12 (owner)" */
function toText({ condo_name, apartment_number, role }: CondoAssociation): string {
  const place = [condo_name, apartment_number].filter((part) => part !== null).join(', ');
  return role === null ? place : `${place} (${role})`;
}
