import { idNumber } from '~/fields/field';
import { mapNames, namesOf } from '~/fields/fields';
import { z } from '~/fields/zod';
import { rule } from '~/language/rules';
import { tenancyRecordSchema } from './schema';

/** Fields that may be taken over from the account that closes, with their columns: a name is one choice. */
export const MERGED_FIELDS = {
  name: ['first_name', 'last_name'],
  profile_picture: ['profile_picture'],
  phone: ['phone'],
  language: ['language'],
} as const;
export type MergedField = keyof typeof MERGED_FIELDS;
export const MERGED_COLUMNS = Object.values(MERGED_FIELDS).flat();

const text = z.string().nullable();

/** The part of an account that people see. */
export const mergedPersonSchema = z.object({
  id: z.int(),
  email: text,
  ...mapNames(MERGED_COLUMNS, () => text),
});
export type MergedPerson = z.infer<typeof mergedPersonSchema>;

const mergedInvitationSchema = z.object({
  id: z.int(),
  email: text,
  role: z.string(),
  condo_id: z.int(),
  condo_name: z.string(),
  apartment_id: z.int().nullable(),
  apartment_number: text,
  user_id: z.int().nullable(),
});

/** GET /admin/users/{id}/merge: what a merge would do. Its ETag covers all of it. */
export const mergeReviewSchema = z
  .object({
    kept: mergedPersonSchema,
    closed: mergedPersonSchema,
    /** Associations of the closed account as they are. */
    moved: z.array(tenancyRecordSchema),
    /** Overlapping ones of both, as the one that stays; `of` are those that become one. */
    joined: z.array(tenancyRecordSchema.extend({ of: z.array(tenancyRecordSchema) })),
    /** Pending invitations that go to the person who stays, with their address. */
    invited: z.array(mergedInvitationSchema),
    /** Invitations to a home where the person who stays lives or is invited. */
    withdrawn: z.array(mergedInvitationSchema),
  })
  .meta({ id: 'MergeReview' });
export type MergeReview = z.infer<typeof mergeReviewSchema>;

/** POST /admin/users/{id}/merge. Fields that are not in `take` stay as the person who stays has them. */
export const mergeSchema = z
  .object({
    user_id: idNumber(rule('person_selection')),
    take: z
      .array(z.enum(namesOf(MERGED_FIELDS)))
      .max(4)
      .default([]),
  })
  .meta({ id: 'Merge' });
export type Merge = z.infer<typeof mergeSchema>;
