import { idNumber } from '~/fields/field';
import { mapNames, namesOf } from '~/fields/fields';
import { z } from '~/fields/zod';
import { rule } from '~/language/rules';
import { tenancyRecordSchema } from './schema';

/**
 * Fields that may be taken from the closed account, with their columns. The first and last name are one
 * choice.
 */
export const MERGED_FIELDS = {
  name: ['first_name', 'last_name'],
  profile_picture: ['profile_picture'],
  phone: ['phone'],
  language: ['language'],
} as const;
export type MergedField = keyof typeof MERGED_FIELDS;
export const MERGED_COLUMNS = Object.values(MERGED_FIELDS).flat();

const text = z.string().nullable();

/** The visible part of an account. */
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

/** GET /admin/users/{id}/merge: the effects of a merge. Its ETag covers all of them. */
export const mergeReviewSchema = z
  .object({
    kept: mergedPersonSchema,
    closed: mergedPersonSchema,
    /** Associations of the closed account that move unchanged. */
    moved: z.array(tenancyRecordSchema),
    /** Overlapping associations of both people, merged into one each; `of` are the originals. */
    joined: z.array(tenancyRecordSchema.extend({ of: z.array(tenancyRecordSchema) })),
    /** Pending invitations that move to the person who stays, whose address they get. */
    invited: z.array(mergedInvitationSchema),
    /** Withdrawn invitations, because the person who stays lives or is invited there already. */
    withdrawn: z.array(mergedInvitationSchema),
  })
  .meta({ id: 'MergeReview' });
export type MergeReview = z.infer<typeof mergeReviewSchema>;

/** POST /admin/users/{id}/merge. Fields that are not in `take` keep the value of the person who stays. */
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
