import { spawnSync } from 'node:child_process';
import { main, npmCommand, ROOT, ScriptError } from './lib/project.mjs';

// npm run check:advisories: compares the installed versions with the registry's published advisories. It is
// not part of `npm cit`, whose result must not change without a change of the code.

/** Advisories of these severities fail the check. Others are only listed. */
const FAILING = new Set(['high', 'critical']);

await main(() => {
  const report = audit();
  if (report === null) return;
  const vulnerabilities = Object.values(report.vulnerabilities ?? {});
  for (const { name, severity, range, via } of vulnerabilities) {
    const titles = via.filter((cause) => typeof cause === 'object').map(({ title }) => title);
    console.log(
      `${severity}: ${name} ${range}${titles.length > 0 ? `: ${titles.join('; ')}` : ''}`,
    );
  }
  const failing = vulnerabilities.filter(({ severity }) => FAILING.has(severity));
  console.log(
    `${vulnerabilities.length} packages with advisories, ${failing.length} of them high or critical.`,
  );
  if (failing.length > 0)
    throw new ScriptError('Update these packages, or say why they do no harm.');
});

/** Returns npm's report. Prints a line and returns null if the registry offers no advisories. */
function audit() {
  const [command, ...args] = npmCommand();
  const { stdout, error } = spawnSync(command, [...args, 'audit', '--json'], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: command.endsWith('.cmd'),
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw new ScriptError(`npm could not be started: ${error.message}`);
  const report = parse(stdout);
  if (report !== null && 'vulnerabilities' in report) return report;
  console.log(
    'NOT CHECKED: the registry that npm uses here offers no advisories, or cannot be reached.',
  );
  return null;
}

function parse(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
