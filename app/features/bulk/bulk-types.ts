import type { BulkType } from '~/contract/bulk';

/** The labels of the upload types. */
export const BULK_TYPE_LABELS: Readonly<Record<BulkType, string>> = {
  condo: 'Condos',
  apartment: 'Apartments',
  user_invite: 'User Invitations',
};
