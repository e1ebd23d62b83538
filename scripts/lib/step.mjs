import { run, ScriptError } from './project.mjs';

/**
 * A step of a longer command, in one line: what it does, then how long it took. The program's output is shown when it
 * fails, and returned otherwise.
 * @throws ScriptError when it fails
 */
export async function step(label, command) {
  process.stdout.write(`${label} ... `);
  const started = performance.now();
  let output = '';
  const code = await run(command, { onOutput: (text) => (output += text) });
  if (code !== 0) {
    console.log(`failed\n\n${output}`);
    throw new ScriptError(`${label}: failed with exit code ${code}, see above.`);
  }
  console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`);
  return output;
}
