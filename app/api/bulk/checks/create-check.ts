import type { BulkType } from '~/contract/bulk';
import type { Reading } from '~/sheets/rows/message';
import { rejectWith } from '~/sheets/rows/row-checks';
import type { Db } from '../../db/connect.server';
import { createApartmentCheck } from './apartment-check';
import type { CheckPurpose, RowCheck } from './check';
import { createCondoCheck } from './condo-check';
import { createInviteCheck } from './invite-check';

const CHECKS: Readonly<Record<BulkType, (purpose: CheckPurpose) => RowCheck>> = {
  condo: createCondoCheck,
  apartment: createApartmentCheck,
  user_invite: createInviteCheck,
};

/** The import rules that need the database; messages use the file's own headings. */
export function createCheck(
  db: Db,
  type: BulkType,
  { reading, writing = false }: { reading?: Reading | undefined; writing?: boolean } = {},
): RowCheck {
  const headings = new Map(reading?.columns.map(({ field, heading }) => [field, heading]));
  return CHECKS[type]({ db, reject: rejectWith(headings), writing });
}
