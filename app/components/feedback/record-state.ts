import { isNotFound } from '~/lib/app-error';

/** The states of the screen of a single record. */
export type RecordState<T> =
  | { kind: 'pending' }
  /** There is no such record: trying again cannot help. */
  | { kind: 'missing' }
  | { kind: 'error' }
  | { kind: 'loaded'; data: T };

/** The part of a query's result that determines the state. Data is null where the API says that there is no record. */
interface RecordResult<T> {
  data: T | null | undefined;
  error: unknown;
}

/** The loaded record stays on the screen when a background refresh fails, unless it no longer exists. */
export function recordState<T>({ data, error }: RecordResult<T>): RecordState<T> {
  if (isNotFound(error) || data === null) return { kind: 'missing' };
  if (data !== undefined) return { kind: 'loaded', data };
  return { kind: error === null ? 'pending' : 'error' };
}
