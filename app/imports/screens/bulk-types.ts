import type { Noun } from '~/kit/ui/list-count';
import type { BulkType } from '~/imports/schema';
import { msg } from '~/language/texts';

export const BULK_TYPE_TEXTS: Readonly<Record<BulkType, { label: string; noun: Noun }>> = {
  condo: { label: msg`Condos`, noun: ['building', 'buildings'] },
  apartment: { label: msg`Apartments`, noun: ['apartment', 'apartments'] },
  user_invite: { label: msg`User Invitations`, noun: ['invitation', 'invitations'] },
};
