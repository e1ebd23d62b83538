/**
 * Environment that makes a child print with or without colours. Node warns if a process has both variables:
 * Playwright gives FORCE_COLOR to its workers, and Vitest prints colours whenever that is set.
 */
export function coloursFor(runner, isInColour) {
  if (isInColour) return { FORCE_COLOR: '1', NO_COLOR: undefined };
  return runner === 'playwright'
    ? { FORCE_COLOR: '0', NO_COLOR: undefined }
    : { FORCE_COLOR: undefined, NO_COLOR: '1' };
}
