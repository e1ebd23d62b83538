import { apiTokenSchema } from '~/accounts/api-tokens';
import { RIGHTS } from '~/accounts/rights';
import { instant } from '~/fields/field';
import { historyEntrySchema } from '~/history/answers';
import { tenancyRecordSchema, userSchema } from './schema';
import { z } from '~/fields/zod';

const nullableText = z.string().nullable();
const listOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.array(z.object(shape));

const accountSchema = z.object({
  profile: userSchema.extend({
    is_superuser: z.boolean(),
    rights: z.enum(RIGHTS),
    has_password: z.boolean(),
    language: nullableText,
    proposal_mails: z.boolean(),
    proposal_mail_at: instant.nullable(),
    erased_at: instant.nullable(),
  }),
  /** Past, present and future associations. */
  associations: z.array(tenancyRecordSchema),
  invitations: listOf({
    id: z.int(),
    email: nullableText,
    role: z.string(),
    condo_id: z.int(),
    apartment_id: z.int().nullable(),
    since: nullableText,
    status: z.string(),
    created_at: instant,
    expires_at: instant,
    accepted_at: instant.nullable(),
    last_sent_at: instant,
    reminders: z.int(),
    mail_state: z.string(),
    mail_detail: nullableText,
  }),
  administrator_invitations: listOf({
    id: z.int(),
    email: z.string(),
    rights: z.enum(RIGHTS),
    created_at: instant,
    expires_at: instant,
    accepted_at: instant.nullable(),
    last_sent_at: instant,
    mail_state: nullableText,
    mail_detail: nullableText,
  }),
  sessions: listOf({
    id: z.int(),
    created_at: instant,
    last_used_at: instant,
    address: nullableText,
    user_agent: nullableText,
  }),
  second_factors: listOf({
    kind: z.string(),
    added_at: instant.nullable(),
    name: z.string().optional(),
    last_used_at: instant.nullable().optional(),
  }),
  api_tokens: z.array(apiTokenSchema.omit({ id: true })),
  password_links: listOf({
    kind: z.string(),
    created_at: instant,
    expires_at: instant,
    used_at: instant.nullable(),
  }),
  failed_sign_ins: listOf({ hour: instant, address: z.string(), attempts: z.int() }),
  saved_views: listOf({
    id: z.int(),
    name: z.string(),
    path: z.string(),
    search: z.string(),
    is_starred: z.boolean(),
    is_shared: z.boolean(),
    created_at: instant,
  }),
  /** Proposals by the person, without their contents about other people. */
  proposals: listOf({
    id: z.int(),
    kind: z.string(),
    reason: z.string(),
    token_name: nullableText,
    rejection: nullableText,
    created_at: instant,
  }),
  /** Changes to the person that others have proposed. */
  proposed_changes: listOf({
    proposal_id: z.int(),
    created_at: instant,
    values: z.record(z.string(), z.unknown()),
  }),
  imports: listOf({
    id: z.int(),
    type: z.string(),
    file_name: nullableText,
    reason: nullableText,
    created_at: instant,
    created_count: z.int(),
    undone_at: instant.nullable(),
  }),
});

/** Everything stored about a person. Of their changes to other records only the record is named. */
export const personalDataSchema = accountSchema
  .extend({
    exported_at: instant,
    merged_accounts: z.array(accountSchema),
    /**
     * Changes of this person's account and associations, newest first, followed by those of the
     * invitations.
     */
    history: z.array(historyEntrySchema),
    /** Changes made by this person, newest first. */
    actions: z.array(
      historyEntrySchema
        .pick({ id: true, at: true, action: true, request_id: true, change_count: true })
        .extend({ record: z.object({ kind: z.string(), id: z.int().nullable() }).nullable() }),
    ),
  })
  .meta({ id: 'PersonalData' });
export type PersonalData = z.infer<typeof personalDataSchema>;
