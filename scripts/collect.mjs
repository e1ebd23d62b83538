import { availableParallelism } from 'node:os';
import { main, run, ScriptError } from './lib/project.mjs';
import { nightlySuites, slowSuites } from './lib/suites.mjs';

// node scripts/collect.mjs: loads every configuration and test file of the suites that `npm test` does not
// run, without running a test. With --names it prints the suites of the nightly run, as JSON for its
// workflow.

async function collect({ name, count, listCommand }) {
  let output = '';
  const code = await run(listCommand, { onOutput: (text) => (output += text) });
  const tests = count(output);
  if (code === 0 && tests > 0) {
    console.log(`${name.padEnd(12)}${tests} tests`);
    return [];
  }
  console.log(`${name}: ${tests} tests, exit code ${code}\n${output}`);
  return [name];
}

await main(async () => {
  if (process.argv.includes('--names')) {
    console.log(JSON.stringify(nightlySuites()));
    return;
  }
  const waiting = slowSuites();
  const failed = [];
  const work = async () => {
    for (let suite = waiting.pop(); suite; suite = waiting.pop())
      failed.push(...(await collect(suite)));
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
  if (failed.length > 0) throw new ScriptError(`Not collected: ${failed.join(', ')}`);
});
