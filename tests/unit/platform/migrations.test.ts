import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = 'app/platform/database/migrations';
/** Written before migrations said which they are. */
const SILENT_UP_TO = 25;

/** The statements that the release before cannot live with, each by a word; comments do not count. */
function breaks(sql: string): string[] {
  const plain = sql
    .replaceAll(/--(?!> statement-breakpoint).*$/gm, '')
    // The body of a function runs later, that of DO at once.
    .replaceAll(/\bfunction\b[^$]*\$\$[\s\S]*?\$\$/gi, '');
  const changes: string[] = [];
  for (const statement of plain.split(/--> statement-breakpoint|;|,\s*(?=add\b|alter\b)/i)) {
    if (/\brename\b/i.test(statement)) changes.push('rename');
    if (/\bdrop\s+(?:table|column|view|type|constraint|not\s+null|default)?\b/i.test(statement))
      changes.push('drop');
    if (/\b(?:set\s+data\s+type|alter\s+column\s+\S+\s+type)\b/i.test(statement))
      changes.push('type');
    if (/\bset\s+not\s+null\b/i.test(statement)) changes.push('not null');
    if (
      /\badd\s+column\b/i.test(statement) &&
      /\bnot\s+null\b/i.test(statement) &&
      !/\bdefault\b|\bgenerated\b/i.test(statement)
    )
      changes.push('not null');
  }
  return changes;
}

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));
const classified = files.filter((name) => Number.parseInt(name, 10) > SILENT_UP_TO);

test('there are migrations to look at', () => expect(classified.length).toBeGreaterThan(1));

test.each(classified)('%s says what it needs, and keeps to it', (name) => {
  const sql = readFileSync(`${FOLDER}/${name}`, 'utf8');
  const [, kind] = /^-- (expand|stop)\n/.exec(sql) ?? [];
  expect(kind).toBeDefined();
  expect(kind === 'stop' ? [] : breaks(sql)).toEqual([]);
});

test('the snapshot of the newest migration is the only one', () => {
  const newest = files.toSorted().at(-1)?.slice(0, 4);
  const snapshots = readdirSync(`${FOLDER}/meta`).filter((name) => name.endsWith('snapshot.json'));
  expect(snapshots).toEqual([`${newest}_snapshot.json`]);
});

test.each([
  ['ALTER TABLE "a" RENAME COLUMN "b" TO "c";', ['rename']],
  ['ALTER TABLE "a" DROP COLUMN "b";', ['drop']],
  ['DROP TABLE "a";', ['drop']],
  ['ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE text;', ['type']],
  ['ALTER TABLE "a" ALTER COLUMN "b" TYPE text;', ['type']],
  ['ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;', ['not null']],
  ['ALTER TABLE "a" ADD COLUMN "b" text NOT NULL;', ['not null']],
  ['ALTER TABLE "a" ADD COLUMN "b" text DEFAULT \'\', ADD COLUMN "c" text NOT NULL;', ['not null']],
  ['DO $$ BEGIN DROP TABLE "a"; END $$;', ['drop']],
  ['CREATE FUNCTION a() RETURNS void LANGUAGE sql AS $$ drop table b $$;', []],
  ['ALTER TABLE "a" ADD COLUMN "b" text DEFAULT \'\' NOT NULL;', []],
  ['ALTER TABLE "a" ADD COLUMN "b" text; -- no drop', []],
  ['CREATE TABLE "a" ("b" text NOT NULL);', []],
])('%s', (sql, changes) => {
  expect(breaks(sql)).toEqual(changes);
});
