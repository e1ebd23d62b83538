import { expect } from '@playwright/test';
import type { ServerProcess } from './server-process';

/** The output and exit code of a server that cannot start. */
export async function expectStartFailure(
  rejected: ServerProcess,
  code: number,
  text: string | RegExp,
) {
  expect(await rejected.ended).toBe(code);
  // The port may be open before: its line can come after.
  const fatal = rejected.logLines().filter(({ level }) => level === 60);
  expect(fatal).toMatchObject([{ msg: 'The server cannot start' }]);
  expect(rejected.output).toMatch(text);
  expect(rejected.output).not.toContain('top-secret');
  expect(rejected.output).not.toContain('    at ');
}
