/** The database cannot be reached or started. The message is for the operator: it says what to do. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/** Another application process serves this DATA_DIR. The message is for the operator. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';
}

/** The schema could not be brought up to date and is what it was before. The message is for the operator. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
