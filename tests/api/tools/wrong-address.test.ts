import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/opened';
import { plainEnvironment, ROOT } from '../../support/production-process';

const folder = temporaryFolder();

/** Each tool that works on the database, as a process. */
const TOOLS = [
  ['admin/admin-command.ts', 'list'],
  ['transfer/export-command.ts', 'backup.tar'],
  ['transfer/import-command.ts', 'backup.tar'],
  ['transfer/backup-command.ts', '--to', '.'],
  ['seed/seed-command.ts', '--demo'],
];

const WRONG = 'postgres://panel:hush#Pw/x@db.internal:5432/condo';

describe.each(TOOLS)('%s', (...args) => {
  it.each(['DATABASE_URL', 'DATABASE_URL_FILE'])(
    'ends with one sentence and 78 for a wrong address in %s',
    async (name) => {
      const file = join(folder, 'address');
      writeFileSync(file, WRONG);
      const env = { DATA_DIR: folder, [name]: name === 'DATABASE_URL' ? WRONG : file };
      const ended = await new Promise<{ code: unknown; output: string }>((resolve) => {
        execFile(
          process.execPath,
          [join(ROOT, 'scripts', 'tool.mjs'), ...args],
          { env: { ...plainEnvironment(), ...env } },
          (error, stdout, stderr) => resolve({ code: error?.code, output: stdout + stderr }),
        );
      });
      expect(ended.output).toMatch(
        /^Wrong settings: DATABASE_URL must be a postgres:\/\/ address, with special characters [^\n]* percent-encoded: [^\n]*\n$/,
      );
      expect(ended.code).toBe(78);
    },
  );
});
