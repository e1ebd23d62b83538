import { and, eq, like, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { UserListQuery } from '~/users/schema';
import type { Db } from '~/platform/database/connect.server';
import { findWords, type FindWords } from '~/fields/search-text';
import {
  likeLiteral,
  oneRow,
  pagePlace,
  prepared,
  type PageRequest,
} from '~/platform/database/sql';
import { personName, textOrder } from '~/platform/database/schema/columns';
import { userBlocks, userCondoAssociations, users } from '~/platform/database/schema/records';
import { asciiEmail } from '~/fields/email-address';
import { hidesPersonalData } from '~/rpc/embedded/hiding';
import { isCurrent } from './tenancies.repo';
import { versionOf } from '~/platform/database/table-changes.repo';

/** Ids per row of user_blocks, as a power of two; must equal the trigger's in the first migration. */
const BLOCK_BITS = 10;

/** Tables from which the list of users is read. It has each user's homes. */
export const USER_LIST_TABLES = [
  'users',
  'user_condo_associations',
  'condos',
  'apartments',
] as const;

interface Order {
  columns: SQL;
  forward: SQL;
  backward: SQL;
}

const BY_ID: Order = { columns: sql`id`, forward: sql`id`, backward: sql`id desc` };
const reversed = (order: Order): Order => ({
  columns: order.columns,
  forward: order.backward,
  backward: order.forward,
});
const keyed = (key: AnyColumn | SQL): Order => ({
  columns: sql`id, ${key} as key`,
  forward: sql`key, id`,
  backward: sql`key desc, id desc`,
});

const BY_NAME = keyed(personName(users));
const BY_EMAIL = keyed(textOrder(users.email));
/** The descending order. People without a value come last in both orders. */
const descending = ({ columns }: Order): Order => ({
  columns,
  forward: sql`key desc nulls last, id desc`,
  backward: sql`key nulls first, id`,
});
const BY_CREATION = keyed(users.created_at);

/**
 * Sort orders. Equal people are sorted by id. Each order except by id has an index from which it can be
 * read.
 */
const ORDERS = {
  id_asc: BY_ID,
  id_desc: reversed(BY_ID),
  name_asc: BY_NAME,
  name_desc: descending(BY_NAME),
  email_asc: BY_EMAIL,
  email_desc: descending(BY_EMAIL),
  created_at_asc: BY_CREATION,
  created_at_desc: reversed(BY_CREATION),
} as const;

/**
 * Finds a page of users, by default sorted by id. By id new users come last and none is ever deleted, so
 * pages stay stable while people are added and deactivated (docs/decisions/0007). A number past the end
 * gives the last page.
 */
export async function findUserPage(db: Db, query: UserListQuery, day: string) {
  const matches = matchingIds(query, day);
  const { page, page_size, after_id, sort_by = 'id', sort_order = 'asc' } = query;
  if (after_id !== undefined) return usersAfter(db, matches, { after_id, page_size });
  const order = ORDERS[`${sort_by}_${sort_order}`];
  return oneRow(
    await (matches === undefined && order === BY_ID
      ? pageOfAll(db).execute({ page, page_size })
      : selectPage(db, pageOfMatches(query, matches, order))),
  );
}

/** Finds the users that follow an id: `pages` is 2 if there may be more. */
async function usersAfter(
  db: Db,
  matches: SQL | undefined,
  { after_id, page_size }: { after_id: number; page_size: number },
) {
  const all = matches ?? sql`select id from ${users}`;
  const page = sql`
    with listed as (select id from (${all}) m where id > ${after_id}::int order by id limit ${page_size}::int)
    select 1 as page, case when count(*) < ${page_size}::int then 1 else 2 end as pages, null::int as n,
           coalesce(array_agg(id order by id), '{}') as ids from listed`;
  return oneRow(await selectPage(db, page));
}

/** Selects the ids that match the filters; undefined for all users. */
function matchingIds(query: UserListQuery, day: string): SQL | undefined {
  const { search, condo_id, inactive, role } = query;
  const matches = hidesPersonalData() ? matchesNames : matchesWords;
  const wordsCondition = matches(search);
  const { user_id, condo_id: building, role: roleColumn } = userCondoAssociations;
  const associationCondition = and(
    condo_id === undefined ? undefined : sql`${building} = ${condo_id}::bigint`,
    role ? eq(roleColumn, role) : undefined,
  );
  const associated =
    associationCondition &&
    sql`select distinct ${user_id} as id from ${userCondoAssociations}
         where ${associationCondition} and ${isCurrent(day)}`;
  const inactiveCondition = inactive ? eq(users.is_active, inactive === 'none') : undefined;
  // Without a condition on `users` its rows need not be read, since a person with an association exists.
  if (!wordsCondition && !inactiveCondition) return associated;
  const all = and(
    wordsCondition,
    inactiveCondition,
    associated && sql`${users.id} in (${associated})`,
  );
  return sql`select id from ${users} where ${all}`;
}

/** Reads the ids of a page from `page`, `pages`, `n` and `ids`, and then its users. */
export function selectPage(db: Db, page: SQL) {
  return db
    .select({
      ids: sql<number[]>`ids`,
      current_page: sql<number>`page`,
      total_pages: sql<number>`pages`,
      /** The number of rows on all pages; null after an id. */
      total: sql<number | null>`n`,
      version: versionOf(USER_LIST_TABLES),
    })
    .from(sql`(${page}) result`);
}

/** The number of all users. */
const COUNTED_BLOCKS = sql`select coalesce(sum(users), 0)::int as n from ${userBlocks}`;

/** Finds a page without a filter. The counted blocks give its start, so that at most one block is scanned. */
function pageByBlocks(request: PageRequest): SQL {
  return sql`
    with blocks as (
      select block, (sum(users) over (order by block) - users)::int as before from ${userBlocks}
    ),
    total as (${COUNTED_BLOCKS}),
    ${pagePlace(request)},
    start as (
      select blocks.block << ${BLOCK_BITS}::int as first_id, place.skip - blocks.before as skip
        from blocks, place
       where blocks.before <= place.skip
       order by blocks.block desc
       limit 1
    )
    select page, pages, n, array(
             select id from ${users}
              where id >= (select first_id from start)
              order by id
             offset (select skip from start)
              limit ${request.page_size}
           ) as ids
      from place`;
}

const pageOfAll = prepared((db) =>
  selectPage(
    db,
    pageByBlocks({ page: sql.placeholder('page'), page_size: sql.placeholder('page_size') }),
  ).prepare('page_of_users'),
);

/**
 * Filters and counts once, then sorts only the rows between the page and the nearer end. Without a filter
 * the rows are read from the index of the order, and the counted blocks give the total.
 */
function pageOfMatches(query: UserListQuery, ids: SQL | undefined, order: Order): SQL {
  const { page_size: size } = query;
  const { columns, forward, backward } = order;
  const everyone = sql`select ${columns} from ${users}`;
  const matches = ids && columns !== BY_ID.columns ? sql`${everyone} where id in (${ids})` : ids;
  return sql`
    with matches as ${matches ? sql`materialized (${matches})` : sql`not materialized (${everyone})`},
    total as (${matches ? sql`select count(*)::int as n from matches` : COUNTED_BLOCKS}),
    ${pagePlace(query)},
    ends as (
      select skip, greatest(n - skip - ${size}::int, 0) as rest, least(n - skip, ${size}::int) as length,
             skip <= n / 2 as from_start
        from place
    ),
    listed as (
      (select * from matches order by ${forward}
       offset (select skip from ends)
        limit (select case when from_start then length else 0 end from ends))
      union all
      (select * from matches order by ${backward}
       offset (select rest from ends)
        limit (select case when from_start then 0 else length end from ends))
    )
    select page, pages, n, array(select id from listed order by ${forward}) as ids from place`;
}

/** Shortest text that a trigram index can find inside another one. */
const TRIGRAM_CHARS = 3;

/**
 * Condition that e-mail or name contain every word of a search, in any order, ignoring case and accents. A
 * search with only one- and two-letter words matches the beginnings of words, which the index supports.
 * Undefined for an empty search.
 */
function matchesWords(search: string | undefined): SQL | undefined {
  const key = users.search_text;
  const byWords = hasWords(key, search);
  const phone = phoneOf(search ?? '');
  return phone === null ? byWords : or(byWords, containsWord(key, phone));
}

const NAMES = sql`search_key(coalesce(${users.first_name}, '') || ' ' || coalesce(${users.last_name}, ''))`;

/**
 * Condition that the names contain every word. The index of the search text, which contains the names,
 * finds the candidates.
 */
function matchesNames(search: string | undefined): SQL | undefined {
  return and(hasWords(users.search_text, search), hasWords(NAMES, search));
}

function hasWords(key: AnyColumn | SQL, search: string | undefined): SQL | undefined {
  const words = wordsOf(search ?? '');
  const long = words.some(([plain = '']) => Array.from(plain).length >= TRIGRAM_CHARS);
  const matches = long ? containsWord : beginsWord;
  return and(...words.map((forms) => or(...forms.map((form) => matches(key, form)))));
}

/** Digits of a phone number without the country's prefix, or without the zero in its place. */
const PHONE_DIGITS = 9;

/**
 * The last digits of a phone number, so that it is found with another prefix too. Null for other searches.
 */
function phoneOf(search: string): string | null {
  const digits = /^[+\d\s()/.-]+$/.test(search) ? search.replaceAll(/\D/g, '') : '';
  return digits.length < PHONE_DIGITS ? null : digits.slice(-PHONE_DIGITS);
}

/** The forms of each word. In the domain of an e-mail address, punycode is stored. */
function wordsOf(search: string): FindWords {
  const words = search
    .normalize('NFC')
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
  return (words.length > 0 ? words : [search]).flatMap((word) => {
    const stored = asciiEmail(`@${word}`).slice(1);
    return findWords(word).map((forms) => (stored === word ? forms : forms.concat(stored)));
  });
}

function containsWord(key: AnyColumn | SQL, word: string): SQL {
  return like(key, `%${likeLiteral(word)}%`);
}

function beginsWord(key: AnyColumn | SQL, word: string): SQL | undefined {
  const beginning = `${likeLiteral(word)}%`;
  return or(like(key, beginning), like(key, `% ${beginning}`));
}
