import { isStopped, main, npmCommand, run } from './lib/project.mjs';
import { nightlySuites } from './lib/suites.mjs';
import { countPrinted } from './lib/test-report.mjs';

// npm run test:all: runs `npm test`, then every slow suite except the benchmarks, and prints a table of them
// all. It takes more than an hour on two cores.

/** The skipped suites, with their reasons. */
const skippedSuites = [];

async function runSuite(name) {
  const started = performance.now();
  let output = '';
  console.log(`\n=== ${name}`);
  const code = await run([...npmCommand(), 'run', name], {
    onOutput(text) {
      output += text;
      process.stdout.write(text);
    },
  });
  const counts = countPrinted(output);
  const seconds = Math.round((performance.now() - started) / 1000);
  // The suite's program is not installed.
  const [skipped] = /^Skipped: .*/m.exec(output) ?? [];
  if (skipped) {
    skippedSuites.push(`${name}: ${skipped}`);
    return { name, passed: 0, failed: 0, skipped: 1, seconds };
  }
  // A suite can fail without a failed test, for example by its build. A suite without tests has not passed.
  const failed = Math.max(counts.failed, code === 0 && counts.passed > 0 ? 0 : 1);
  return { name, ...counts, failed, seconds };
}

await main(async () => {
  const results = [];
  for (const name of ['test', ...nightlySuites().map((suite) => `test:${suite}`)]) {
    if (!isStopped()) results.push(await runSuite(name));
  }
  console.table(results);
  for (const line of skippedSuites) console.log(line);
  process.exitCode = isStopped() || results.some(({ failed }) => failed > 0) ? 1 : 0;
});
