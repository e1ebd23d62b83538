export function coloursFor(
  runner: 'vitest' | 'playwright',
  isInColour: boolean,
): Record<string, string | undefined>;
