import type { ReadRow } from '~/sheets/rows/row';
import type { RejectRow } from '~/sheets/rows/row-checks';
import type { Db } from '../../db/connect.server';

/**
 * Compares rows with the database and with the rows before them: adds errors, and replaces names of buildings and
 * apartments by ids. One check per import: it remembers the rows before.
 */
export type RowCheck = (rows: readonly ReadRow[]) => Promise<void>;

/** The purpose of the checks: when writing, the database's own constraints find duplicates. */
export interface CheckPurpose {
  db: Db;
  /** Names fields by the file's own headings. */
  reject: RejectRow;
  writing: boolean;
}
