import pg from 'pg';
import { must } from './must';
import { copyTemplate, type OwnDatabase, type TestServer } from './template-copy';

/** State of a copy of the template before its test. */
interface Pristine {
  template: string;
  schema: string;
  /** The rows of each table as JSON; null for none. */
  tables: ReadonlyArray<{ name: string; rows: string | null }>;
  sequences: ReadonlyArray<{ name: string; value: string; used: boolean }>;
}

/**
 * Databases that tests have closed. They are used again once they equal the template, since creating
 * one takes PostgreSQL ten times as long as emptying it.
 */
const usedDatabases: OwnDatabase[] = [];
let pristine: Pristine | undefined;

/** Returns a database that was given back and equals a new one, or else a new one. */
export async function takeDatabase(server: TestServer): Promise<OwnDatabase> {
  for (;;) {
    const used = usedDatabases.pop();
    if (used === undefined) return createDatabase(server);
    if (await makeNew(used)) return used;
    await used.drop();
  }
}

export function giveBack(database: OwnDatabase): void {
  usedDatabases.push(database);
}

async function createDatabase(server: TestServer): Promise<OwnDatabase> {
  const database = await copyTemplate(server);
  if (pristine?.template !== server.template) {
    const client = await connect(database);
    try {
      pristine = await readPristine(client, server.template);
    } finally {
      await client.end();
    }
  }
  return database;
}

/** Empties it; false where that does not make it as new. */
async function makeNew(database: OwnDatabase): Promise<boolean> {
  const description = must(pristine, 'description of a new one');
  // A test may have dropped or locked it.
  const client = await connect(database).catch(() => null);
  if (client === null) return false;
  try {
    const asNew = (await isLeft(client)) && (await readSchema(client)) === description.schema;
    if (asNew) await client.query(emptying(description));
    return asNew;
  } finally {
    await client.end();
  }
}

async function connect({ connection }: OwnDatabase): Promise<pg.Client> {
  const client = new pg.Client(connection);
  // A broken connection is reported twice, and the query's rejection is enough.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * True if nobody else is connected. Waits a moment, because a connection that was ended is still listed
 * for a while.
 */
async function isLeft(client: pg.Client): Promise<boolean> {
  const deadline = Date.now() + LEAVING_MS;
  for (;;) {
    const others = await client.query(
      `select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    if (others.rowCount === 0) return true;
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const LEAVING_MS = 1_000;
const POLL_MS = 5;

/** Restores the rows and sequences of a new database; triggers and foreign keys are off for it. */
const emptying = ({ tables, sequences }: Pristine) =>
  [
    "set session_replication_role = 'replica'",
    ...tables.map(({ name }) => `delete from ${name}`),
    ...tables.flatMap(({ name, rows }) =>
      rows === null
        ? []
        : [
            `insert into ${name} overriding system value
               select * from json_populate_recordset(null::${name}, ${pg.escapeLiteral(rows)})`,
          ],
    ),
    ...sequences.map(
      ({ name, value, used }) => `select setval(${pg.escapeLiteral(name)}, ${value}, ${used})`,
    ),
  ].join(';');

async function readPristine(client: pg.Client, template: string): Promise<Pristine> {
  const { rows: names } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and oid >= ${FIRST_OWN_OID}`,
  );
  const tables: Array<Pristine['tables'][number]> = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ rows: string | null }>(
      `select json_agg(t)::text as rows from ${name} t`,
    );
    tables.push({ name, rows: must(rows[0], 'the rows').rows });
  }
  const { rows: sequences } = await client.query<Pristine['sequences'][number]>(
    `select format('%I.%I', schemaname, sequencename) as name,
            coalesce(last_value, start_value)::text as value, last_value is not null as used
       from pg_sequences`,
  );
  return { template, schema: await readSchema(client), tables, sequences };
}

/** Everything below is PostgreSQL's own. */
const FIRST_OWN_OID = 16_384;
const CATALOGUES = [
  'pg_class',
  'pg_attrdef',
  'pg_constraint',
  'pg_index where indexrelid',
  'pg_namespace',
  'pg_proc',
  'pg_trigger',
  'pg_type',
  'pg_attribute where attrelid',
  'pg_db_role_setting where setdatabase',
];

/**
 * Largest size of a database that is used again. A larger one would slow the next tests down, even with
 * its rows deleted.
 */
const LARGEST_BYTES = 12_000_000;

/**
 * Returns a fingerprint of the database. It changes with any change of the schema or the settings, with
 * a truncation, and once the database is too large.
 */
async function readSchema(client: pg.Client): Promise<string> {
  const parts = CATALOGUES.map((catalogue) => {
    const from = catalogue.includes(' where ') ? catalogue : `${catalogue} where oid`;
    return `(select count(*) || ' ' || coalesce(sum(hashtext(xmin::text)), 0) from ${from} >= ${FIRST_OWN_OID})`;
  });
  const { rows } = await client.query<{ schema: string }>(
    `select concat_ws(',', ${parts.join()}, pg_database_size(current_database()) > ${LARGEST_BYTES}) as schema`,
  );
  return must(rows[0], 'the schema').schema;
}
