import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type * as schema from './schema';

/** What the repositories take: the database, or a transaction on it. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>;
