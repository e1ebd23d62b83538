/** See project.mjs. */
export function buildProblem(output?: string): string | null;
