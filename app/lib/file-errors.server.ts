/** The code of a file-system or process error (ENOENT, EACCES ...), undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The result of a file operation, or undefined when the file is not there, as one of these errors says. */
export async function ifExists<T>(
  operation: Promise<T>,
  absent = ['ENOENT', 'ENOTDIR'],
): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (absent.includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}
