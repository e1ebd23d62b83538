import type { CallGroup } from './declare';
import { mapNames } from '~/fields/fields';
import { z } from '~/fields/zod';

/** Features of the embedded API beyond the wire contract. */
export const CAPABILITIES = [
  'invitation_mail_state',
  'invitation_expiry',
  'logout',
  'bulk_imports',
  'bulk_review',
  'account',
  'administrators',
  'password_reset',
  'second_factor',
  'passkeys',
  'history',
  'personal_data',
  'restore',
  'portfolio_check',
  'tenancies',
  'merge',
  'invitation_letters',
] as const;

export const capabilityCalls = {
  base: '/capabilities',
  tag: 'Service',
  embedded: 'not_found',
  calls: {
    get: {
      method: 'GET',
      asks: 'nothing',
      access: 'anyone',
      summary: 'What this API offers beyond the wire contract',
      answer: z.object(mapNames(CAPABILITIES, () => z.boolean())).meta({ id: 'Capabilities' }),
    },
  },
} as const satisfies CallGroup;
