import type pg from 'pg';
import { TransferError } from './transfer-error';

/** The tables of an export, in an order in which references precede their users. */
export const TABLES = [
  'users',
  'condos',
  'apartments',
  'user_condo_associations',
  'invitations',
  'invitation_links',
  'mail_queue',
  'bulk_imports',
] as const;

/**
 * The tables that are left out (docs/decisions/0018): sessions, links to set a password, failed sign-ins
 * and running imports end with the move, triggers create the counts of users, and images that no record uses are not moved.
 */
export const LEFT_OUT: readonly string[] = [
  'sessions',
  'password_links',
  'rate_limits',
  'bulk_runs',
  'user_blocks',
  'orphaned_images',
  'installation',
  'job_runs',
];

/** The columns with names of images. */
export const IMAGE_COLUMNS = ['image_name', 'flag_name', 'country_flag_name'] as const;

/** @throws TransferError when a migration has added a table that is in neither list */
export async function assertTablesAreKnown(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const known = new Set<string>([...TABLES, ...LEFT_OUT]);
  const strange = rows.map(({ name }) => name).filter((name) => !known.has(name));
  if (strange.length === 0) return;
  throw new TransferError(`This release does not know how to move ${strange.join(', ')}.`);
}

/** The columns with data, quoted; without generated ones. */
export async function columnsOf(client: pg.ClientBase, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'
      order by ordinal_position`,
    [table],
  );
  return rows.map(({ name }) => name).join(', ');
}

/** The applied migrations' hashes, in order: the schema's version. */
export async function schemaVersion(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at',
  );
  return rows.map(({ hash }) => hash);
}
