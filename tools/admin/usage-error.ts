/** A message for the terminal. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
