import type { BulkType } from '~/contract/bulk';
import type { RecordKind } from '~/contract/history';

/** What the history calls the records that an import of each type creates. */
export const RECORD_KINDS_OF_IMPORTS = {
  condo: 'condo',
  apartment: 'apartment',
  user_invite: 'invitation',
} as const satisfies Record<BulkType, RecordKind>;
