import type { BulkType } from '~/contract/bulk';
import type { RecordKind } from '~/contract/history';

/** The history's kind of the records that an import of each type creates. */
export const RECORD_KINDS_OF_IMPORTS = {
  condo: 'condo',
  apartment: 'apartment',
  user_invite: 'invitation',
} as const satisfies Record<BulkType, RecordKind>;
