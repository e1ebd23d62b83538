export const PROGRAMS: Readonly<Record<string, string | undefined>>;
export function findProgram(name: string): string | undefined;
export function missingPrograms(): Array<{ name: string; files: string[] }>;
