import { expect } from '@playwright/test';
import type { ServerProcess } from './server-process';

/** The output and exit code of a server that cannot start. */
export async function expectStartFailure(
  rejected: ServerProcess,
  code: number,
  text: string | RegExp,
) {
  expect(await rejected.ended).toBe(code);
  expect(rejected.logLines().at(-1)).toMatchObject({ level: 60, msg: 'The server cannot start' });
  expect(rejected.output).toMatch(text);
  expect(rejected.output).not.toContain('top-secret');
  expect(rejected.output).not.toContain('    at ');
}
