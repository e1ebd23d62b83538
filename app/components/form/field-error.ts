/** The first message among a field's errors, which are zod issues, `{ message }` objects or plain texts. */
export function firstErrorMessage(errors: readonly unknown[]): string | null {
  for (const error of errors) {
    const message = messageOf(error);
    if (message) return message;
  }
  return null;
}

function messageOf(error: unknown): string | null {
  if (typeof error === 'string') return error;
  if (Array.isArray(error)) return firstErrorMessage(error);
  if (typeof error !== 'object' || error === null || !('message' in error)) return null;
  return typeof error.message === 'string' ? error.message : null;
}
