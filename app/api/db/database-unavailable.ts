/** The database cannot be reached or started. The message is for the operator: it says what to do. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}
