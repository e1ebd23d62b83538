import type { BulkType } from '~/contract/bulk';
import { msg } from '~/lib/texts';

export const BULK_TYPE_LABELS: Readonly<Record<BulkType, string>> = {
  condo: msg`Condos`,
  apartment: msg`Apartments`,
  user_invite: msg`User Invitations`,
};

/** What their rows are, singular and plural. */
export const BULK_NOUNS: Readonly<Record<BulkType, readonly [one: string, many: string]>> = {
  condo: ['building', 'buildings'],
  apartment: ['apartment', 'apartments'],
  user_invite: ['invitation', 'invitations'],
};
