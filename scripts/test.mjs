import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNode, main, nodeModuleBin, ROOT, run } from './lib/project.mjs';

// npm test: every check, one after another. A failed one does not hide the next; the last line is the total:
//   N passed, N failed
// where each test counts, and each of the other checks counts as one. `-- --bail` stops at the first failure.

const node = () => [findNode()];
const script = (name) => [...node(), join(ROOT, 'scripts', name)];
const vite = () => nodeModuleBin('vite/bin/vite.js');

/** `report: true` marks steps whose tests are counted from a JSON report. */
const STEPS = [
  { name: 'format', command: () => [...nodeModuleBin('oxfmt/bin/oxfmt'), '--check'] },
  { name: 'lint', command: () => nodeModuleBin('oxlint/bin/oxlint') },
  { name: 'types', command: () => [...nodeModuleBin('@typescript/native/bin/tsc'), '--noEmit'] },
  { name: 'dead code', command: () => nodeModuleBin('knip/bin/knip.js') },
  { name: 'import rule', command: () => script('check-imports.mjs') },
  { name: 'unit tests', command: (report) => vitest('unit', report), report: true },
  { name: 'API tests', command: (report) => vitest('api', report), report: true },
  { name: 'UI tests', command: (report) => vitest('ui', report), report: true },
  { name: 'build', command: () => [...vite(), 'build', '--config', 'app.config.ts'] },
  {
    name: 'end-to-end tests',
    command: () => script('e2e.mjs'),
    report: true,
    needs: 'build',
  },
];

function vitest(project, report) {
  return [
    ...nodeModuleBin('vitest/vitest.mjs'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
}

/** Tests that passed and failed in a JSON report of Vitest or Playwright; null when there is none to read. */
function readReport(file) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
  if (report.stats) {
    const { expected, flaky, unexpected } = report.stats;
    return { passed: expected + flaky, failed: unexpected + report.errors.length };
  }
  // A file that could not be loaded is a failed suite without tests.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

async function runStep(step, folder) {
  const report = join(folder, `${STEPS.indexOf(step)}.json`);
  const started = performance.now();
  console.log(`\n=== ${step.name}`);
  const code = await run(step.command(report), {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
  });
  const counts = (step.report && readReport(report)) || { passed: code === 0 ? 1 : 0, failed: 0 };
  const failed = code === 0 ? counts.failed : Math.max(counts.failed, 1);
  return {
    ...step,
    ok: failed === 0,
    seconds: (performance.now() - started) / 1000,
    ...counts,
    failed,
  };
}

function summarise(results) {
  console.log('\n=== summary');
  for (const { name, ok, passed, failed, seconds, skipped } of results) {
    const outcome = skipped ? 'skipped' : ok ? 'ok' : 'FAILED';
    const tests = skipped ? '' : `${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`;
    console.log(`${outcome.padEnd(8)} ${name.padEnd(18)} ${tests}`);
  }
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  const bad = results.filter(({ ok }) => !ok).map(({ name }) => name);
  if (bad.length > 0) console.log(`\nNot passed: ${bad.join(', ')}`);
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
  process.exitCode = bad.length > 0 ? 1 : 0;
}

await main(async () => {
  const bail = process.argv.includes('--bail');
  const folder = mkdtempSync(join(tmpdir(), 'condo-admin-tests-'));
  const results = [];
  try {
    for (const step of STEPS) {
      const blocked = results.some(({ name, ok }) => !ok && (bail || name === step.needs));
      if (blocked)
        results.push({ ...step, ok: false, skipped: true, passed: 0, failed: 0, seconds: 0 });
      else results.push(await runStep(step, folder));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  summarise(results);
});
