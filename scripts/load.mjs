import { parseArgs } from 'node:util';
import { buildIfNeeded, main, ScriptError } from './lib/project.mjs';
import { runSuite } from './lib/suites.mjs';

// npm run test:load [-- --minutes 5]: 16 clients on the production build, which is killed every 30 s. Half of
// the time an attacker is active too.
await main(async () => {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } });
  if (!(Number(values.minutes) > 0)) throw new ScriptError('--minutes must be a number above 0');
  await buildIfNeeded();
  process.exitCode = await runSuite('load', { LOAD_MINUTES: values.minutes }, []);
});
