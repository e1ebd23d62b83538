/**
 * The environment by which a child prints in colours or does not. Node warns in each process that has both
 * variables: Playwright gives FORCE_COLOR to its workers, and Vitest prints in colours wherever that is set.
 */
export function coloursFor(runner, isInColour) {
  if (isInColour) return { FORCE_COLOR: '1', NO_COLOR: undefined };
  return runner === 'playwright'
    ? { FORCE_COLOR: '0', NO_COLOR: undefined }
    : { FORCE_COLOR: undefined, NO_COLOR: '1' };
}
