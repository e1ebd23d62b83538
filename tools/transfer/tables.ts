import type pg from 'pg';

/** The tables of an export, in an order in which references precede their users. */
export const TABLES = [
  'users',
  'authenticators',
  'recovery_codes',
  'passkeys',
  'identities',
  'erased_identities',
  'condos',
  'apartments',
  'user_condo_associations',
  'invitations',
  'invitation_links',
  'administrator_invitations',
  'administrator_links',
  'mail_queue',
  'bulk_imports',
  'proposals',
  'proposal_rows',
  'set_aside_findings',
  'saved_views',
  'history_start',
  'history_entries',
  'history_changes',
  'failed_sign_ins',
] as const;

/** Tables that a migration fills. Rows of an export replace that content. */
export const FILLED_BY_MIGRATIONS: readonly string[] = ['history_start'];

/**
 * Tables that are not exported (docs/decisions/0018). Sessions, tokens for scripts, password links, passkey
 * challenges, begun provider sign-ins, limits of failed sign-ins and running imports end with the move.
 * Triggers recreate the counts of users and the versions of lists. Images that no record uses are not moved.
 */
export const LEFT_OUT: readonly string[] = [
  'sessions',
  'api_tokens',
  'password_links',
  'passkey_challenges',
  'provider_sign_ins',
  'rate_limits',
  'bulk_runs',
  'user_blocks',
  'orphaned_images',
  'installation',
  'job_runs',
  'table_changes',
];

/** Names of the tables of `LEFT_OUT` in older releases. */
const FORMER_NAMES: readonly string[] = ['unused_pictures'];

/** The tables of `TABLES` that this schema has. An older schema has fewer. */
export async function findTables(client: pg.ClientBase): Promise<string[]> {
  const existing = new Set(await tablesOf(client));
  return TABLES.filter((name) => existing.has(name));
}

/** Finds tables that do not belong to the panel, such as those of a report or an extension. */
export async function findOtherTables(client: pg.ClientBase): Promise<string[]> {
  const known = new Set<string>([...TABLES, ...LEFT_OUT, ...FORMER_NAMES]);
  return (await tablesOf(client)).filter((name) => !known.has(name));
}

async function tablesOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map(({ name }) => name);
}

/** Lists quoted columns without generated ones. `first` orders by bytes, as collations differ. */
export async function columnsOf(client: pg.ClientBase, table: string) {
  const { rows } = await client.query<{ name: string; collation: string }>(
    `select quote_ident(attname) as name, case attcollation when 0 then '' else ' collate "C"' end as collation
       from pg_attribute
      where attrelid = format('public.%I', $1::text)::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum`,
    [table],
  );
  return {
    columns: rows.map(({ name }) => name).join(', '),
    first: `${rows[0]?.name}${rows[0]?.collation}`,
  };
}
