// The command admin of a build, see scripts/bundle-commands.ts.
import { inspect } from 'node:util';
import { exitCodeOf } from '~/lib/exit-codes';
import { runAdmin } from './cli';
import { UsageError } from '~/lib/usage-error';

try {
  await runAdmin(process.argv.slice(2), process.env, (text) => console.log(text));
} catch (error) {
  const code = exitCodeOf(error);
  const expected = error instanceof UsageError || code !== undefined;
  process.stderr.write(`${expected && error instanceof Error ? error.message : inspect(error)}\n`);
  process.exitCode = code ?? 1;
}
