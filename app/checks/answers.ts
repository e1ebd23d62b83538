import { instant } from '~/fields/field';
import { RECORD_KINDS } from '~/history/schema';
import { LONG_TEXT_LIMIT_CHARS } from '~/fields/limits';
import { FINDING_KINDS } from './schema';
import { z } from '~/fields/zod';
import { rule } from '~/language/rules';

export const findingKindSchema = z.enum(FINDING_KINDS);

/**
 * GET /admin/portfolio-check: for every kind the number of findings, of those with a pending invitation,
 * and of those that were set aside.
 */
export const findingCountsSchema = z.array(
  z
    .object({ kind: findingKindSchema, count: z.int(), under_way: z.int(), set_aside: z.int() })
    .meta({ id: 'FindingCount' }),
);
export type FindingCounts = z.infer<typeof findingCountsSchema>;
export type FindingCount = FindingCounts[number];

export const findingQuerySchema = z.object({
  page: z.coerce.number().int().positive().max(1_000_000).default(1),
  set_aside: z.enum(['true', 'false']).default('false'),
});
export type FindingQuery = z.infer<typeof findingQuerySchema>;

const namedRecord = z.object({ id: z.int(), name: z.string().nullable() });

/** One finding. `state` is a text, or the ids of duplicates. A changed state makes it a new finding. */
export const findingSchema = z
  .object({
    record: namedRecord.extend({
      kind: z.enum(RECORD_KINDS),
      /** The e-mail address of a person; null for other records. */
      email: z.string().nullable(),
    }),
    /** The building that it is about, or in. */
    condo_id: z.int().nullable(),
    state: z.string(),
    /** The other records of duplicates. */
    others: z.array(namedRecord),
    /** The newest invitation that would cure it, while its link works. */
    under_way: z.object({ email: z.string(), at: instant }).nullable(),
    set_aside: z.object({ reason: z.string(), at: instant }).nullable(),
  })
  .meta({ id: 'Finding' });
export type Finding = z.infer<typeof findingSchema>;

export const findingPageSchema = z
  .object({
    findings: z.array(findingSchema),
    pagination: z.object({ current_page: z.int(), total_pages: z.int() }),
  })
  .meta({ id: 'FindingPage' });
export type FindingPage = z.infer<typeof findingPageSchema>;

/** PUT /admin/portfolio-check/{kind}/{id}: `state` is the state of the finding as it was read. */
export const setAsideSchema = z
  .object({
    state: z.string().max(LONG_TEXT_LIMIT_CHARS),
    reason: z
      .string()
      .trim()
      .min(1, rule('required', { field: 'Reason' }))
      .max(500, rule('too_long', { field: 'Reason', max: 500 })),
  })
  .meta({ id: 'SetAside' });
