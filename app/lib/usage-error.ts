/** What cannot be done as it was asked for: a message for the terminal, without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
