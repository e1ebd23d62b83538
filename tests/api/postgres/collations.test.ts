import { expect, test } from 'vitest';

import { startEmbeddedPostgres } from '~/platform/postgres/embedded-postgres.server';
import { ask, temporaryDataDir } from './harness';

const OUTDATED = `
  select (select count(*) from pg_collation where collversion <> pg_collation_actual_version(oid))
       + (select count(*) from pg_database where datcollversion <> pg_database_collation_actual_version(oid))`;

test.each([
  ['of the database', `update pg_database set datcollversion = '1.2'`],
  ['of a column', `update pg_collation set collversion = '1.2' where collname = 'und-x-icu'`],
])('indexes are built again when the sort order %s is of another ICU, once', async (_of, age) => {
  const dataDir = await temporaryDataDir();
  const lines: [object, string][] = [];
  const note = (data: object, text: string) => void lines.push([data, text]);
  const start = () =>
    startEmbeddedPostgres({
      dataDir,
      durable: false,
      log: { info: note, warn: note, error: note },
    });
  const first = await start();
  await ask(first.connection, 'create table names (name text collate "und-x-icu" unique)');
  await ask(first.connection, "insert into names values ('Zug'), ('Élan')");
  const file = "select pg_relation_filenode('names_name_key')";
  const before = await ask(first.connection, file);
  await ask(first.connection, age);
  await first.stop();

  lines.length = 0;
  const second = await start();
  const line = lines.find(([, text]) => text.startsWith('Texts are sorted in a new way'));
  expect(line?.[0]).toMatchObject({ builtWith: '1.2' });
  const after = await ask(second.connection, file);
  expect(after).not.toBe(before);
  expect(await ask(second.connection, OUTDATED)).toBe('0');
  await second.stop();

  lines.length = 0;
  const third = await start();
  expect(await ask(third.connection, file)).toBe(after);
  expect(JSON.stringify(lines)).not.toContain('sorted');
  await third.stop();
});
