import type { BulkType } from '~/contract/bulk';

/** The labels of the upload types. */
export const BULK_TYPE_LABELS: Readonly<Record<BulkType, string>> = {
  condo: 'Condos',
  apartment: 'Apartments',
  user_invite: 'User Invitations',
};

/** The static templates in public/. */
export const TEMPLATE_FILES: Readonly<Record<BulkType, string>> = {
  condo: 'condo_template.csv',
  apartment: 'apartment_template.csv',
  user_invite: 'user_invite_template.csv',
};
