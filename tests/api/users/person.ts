import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { bulkRuns } from '~/platform/database/schema/bulk';
import { failedSignIns } from '~/platform/database/schema/history';
import { administratorInvitations, passkeys } from '~/platform/database/schema/account';
import { createdApiTokenSchema } from '~/accounts/api-tokens';
import { users } from '~/platform/database/schema/records';
import { createPasswordLink } from '~/accounts/server/password-links.repo';
import { queueMail } from '~/platform/mail/mail-queue.repo';
import { logIn, tokenIn } from '../../support/api';
import { aCondo } from '../../support/builders';
import { STORED_PASSKEY } from '../../support/factors';
import type { InvitationDesk } from '../../support/invitation-desk';
import { must } from '../../support/must';

export const ANNABEL = {
  email: 'Annabel.Mustermann@example.org',
  first_name: 'Annabel',
  last_name: 'Mustermann',
  password: 'four words make one',
};
/** Her picture in the image store. */
export const PICTURE = `${'fedcba9876543210'.repeat(2)}.webp`;

/**
 * Leaves traces of Annabel everywhere: she was invited, joined, signed in, worked as an administrator
 * and was renamed. In the end she is inactive and invited again. Returns her id.
 */
export async function leaveTraces(desk: InvitationDesk, person = ANNABEL): Promise<number> {
  const { api, time } = desk;
  const { email, first_name, last_name, password } = person;
  await desk.invite({ email });
  const token = await desk.tokenFor(email);
  await desk.accept(token, { first_name, last_name: `${last_name} Ledig`, password });
  const id = must(await userIdOf(desk, email), 'account');
  await api.call('PUT', `/admin/users/${id}`, { first_name, last_name });
  await api.db
    .update(users)
    .set({ is_superuser: true, profile_picture: `http://panel.test/api/media/${PICTURE}` })
    .where(eq(users.id, id));
  const { call, read } = api.as(await tokenIn(logIn(api, { username: email, password })));
  await call('POST', '/admin/condos', aCondo());
  const ofScript = { name: `${first_name} ${last_name} nightly`, scope: 'write', lifetime_days: 1 };
  const tokens = '/admin/account/api-tokens';
  const script = await read(createdApiTokenSchema, 'POST', tokens, ofScript, 201);
  await api.as(script.token).call('POST', '/admin/condos', aCondo());
  await api.db.insert(administratorInvitations).values({
    email: email.toLowerCase(),
    expires_at: time.now,
    accepted_at: time.now,
    mail_state: 'sent',
    mail_detail: `${email} was told`,
  });
  const name = `${first_name} ${last_name} Laptop`;
  await api.db.insert(passkeys).values({ ...STORED_PASSKEY, user_id: id, name });
  const hour = new Date('2026-11-22T10:00:00Z');
  await api.db
    .insert(failedSignIns)
    .values({ user_id: id, address: '192.0.2.9', hour, attempts: 2 });
  const link = { userId: id, kind: 'password_reset', expiresAt: time.now } as const;
  await createPasswordLink(api.db, link, time.now);
  await queueMail(api.db, { kind: 'password_reset', id }, time.now);
  const outcome = { state: 'failed', detail: `${email.toLowerCase()} is invited already` };
  const run = { user_id: api.adminId, idempotency_key: 'key', hash: 'hash' };
  await api.db.insert(bulkRuns).values({ ...run, claim: crypto.randomUUID(), outcome });
  await api.call('DELETE', `/admin/users/${id}`);
  await desk.invite({ email });
  return id;
}

/** The types of columns that hold no words. A type that is not here may. */
const WORDLESS = sql`array['bool', 'int2', 'int4', 'int8', 'numeric', 'float8', 'date', 'timestamptz', 'uuid', '_int4']`;

interface StoredColumn extends Record<string, unknown> {
  /** Name with its schema, unless the schema is public. */
  table: string;
  column: string;
  has_words: boolean;
  /** SQL expression of the column's content as text. */
  value: string;
}

/** Every column of every table in the database but PostgreSQL's own. */
export async function storedColumns({ api }: InvitationDesk): Promise<StoredColumn[]> {
  const { rows } = await api.db.execute<StoredColumn>(sql`
    select c.oid::regclass::text as table, attname as column, typname <> all (${WORDLESS}) as has_words,
           format(case when typname = 'bytea' then 'encode(%I, ''escape'')' else '%I::text' end, attname) as value
      from pg_class c join pg_attribute a on attrelid = c.oid join pg_type t on t.oid = atttypid
     where relkind in ('r', 'p', 'm') and attnum > 0 and not attisdropped
       and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
       and relpersistence <> 't'
     order by 1, attnum`);
  return rows;
}

/** Returns the columns in which any row contains this word, in any case. */
export async function columnsWith(desk: InvitationDesk, word: string): Promise<string[]> {
  const columns = Map.groupBy(await storedColumns(desk), ({ table }) => table);
  const columnNames: string[] = [];
  for (const [table, held] of columns) {
    const counts = held.map(
      ({ column, value }) =>
        sql`count(*) filter (where ${sql.raw(value)} ilike ${`%${word}%`})::int as ${sql.identifier(column)}`,
    );
    const { rows } = await desk.api.db.execute<Record<string, number>>(
      sql`select ${sql.join(counts, sql`, `)} from ${sql.raw(table)}`,
    );
    const named = Object.entries(must(rows[0], 'counts')).filter(([, count]) => count > 0);
    columnNames.push(...named.map(([column]) => `${table}.${column}`));
  }
  return columnNames;
}

/** The columns, of tables and of indexes, whose statistics hold this word. */
export async function statisticsWith({ api }: InvitationDesk, word: string): Promise<string[]> {
  const { rows } = await api.db.execute<{ name: string }>(sql`
    select tablename || '.' || attname as name from pg_stats
     where concat_ws(' ', most_common_vals, histogram_bounds, most_common_elems) ilike ${`%${word}%`}
       and schemaname not in ('pg_catalog', 'information_schema')`);
  return rows.map(({ name }) => name);
}

export async function userIdOf({ api }: InvitationDesk, email: string) {
  const [row] = await api.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return row?.id ?? null;
}

/** The tables with a row in which any column holds one of these words, in any case. */
export async function tablesWith({ api }: InvitationDesk, words: readonly string[]) {
  const tables = await api.db.execute<{ name: string }>(sql`
    select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  const named: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await api.db.execute(sql`
      select 1 from ${sql.raw(name)} t
       where to_jsonb(t)::text ~* ${words.map(escapePattern).join('|')} limit 1`);
    if (rows.length > 0) named.push(name);
  }
  return named;
}

function escapePattern(word: string): string {
  return word.replace(/[^a-z0-9]/gi, String.raw`\$&`);
}

/** The files below a folder whose name or content holds one of these words, in any case. */
export async function filesWith(folder: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const content = await readFile(join(entry.parentPath, entry.name), 'latin1');
    const text = `${entry.name} ${content}`.toLowerCase();
    if (words.some((word) => text.includes(word.toLowerCase()))) names.push(entry.name);
  }
  return names;
}
