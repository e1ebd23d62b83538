import { instant } from '~/fields/field';
import { RECORD_KINDS } from '~/history/schema';
import { LONG_TEXT_LIMIT_CHARS } from '~/fields/limits';
import { FINDING_KINDS } from './schema';
import { filterId, filterIds, valueSchema } from '~/fields/field-schemas';
import { z } from '~/fields/zod';
import { rule } from '~/language/rules';
import { condoSchema } from '~/condos/schema';
import { apartmentSchema } from '~/apartments/schema';
import { associationFields } from '~/users/fields';
import { condoTenancySchema } from '~/users/schema';

export const findingKindSchema = z.enum(FINDING_KINDS);

/**
 * GET /admin/portfolio-check. For every kind: number of open findings, of findings with a pending
 * invitation, and of dismissed findings.
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
  as_of: valueSchema(associationFields.since).optional().meta({
    description:
      'The day, YYYY-MM-DD, for kinds that depend on who is there; without it today (TIME_ZONE)',
  }),
});
export type FindingQuery = z.infer<typeof findingQuerySchema>;

const namedRecord = z.object({ id: z.int(), name: z.string().nullable() });

/**
 * One finding. A changed `state` makes it a new finding. The state is a text, or the ids of duplicates, or
 * the ids and the days (2026-01-01/2026-06-30, open ends empty) of people who share an apartment.
 */
export const findingSchema = z
  .object({
    record: namedRecord.extend({
      kind: z.enum(RECORD_KINDS),
      /** The e-mail address of a person; null for other records. */
      email: z.string().nullable(),
    }),
    /** The building that the record is, or is in. */
    condo_id: z.int().nullable(),
    state: z.string(),
    /** The other records of duplicates, or the people who share an apartment. */
    others: z.array(namedRecord),
    /** The newest invitation that would resolve the finding, as long as its link works. */
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

/** PUT /admin/portfolio-check/{kind}/{id}: `state` is the finding's state as the caller read it. */
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

/** GET /admin/moves: moves within 14 days before and after today. */
export const moveQuerySchema = z.object({
  ids: filterIds.optional().meta({ description: 'Ids of associations, separated by commas' }),
  condo_id: filterId,
});
export type MoveQuery = z.infer<typeof moveQuerySchema>;

/** An association that begins or ends, with the data that communes ask for. */
export const moveSchema = condoTenancySchema
  .omit({ apartment_id: true, note: true, state: true })
  .extend({
    condo_id: z.int(),
    condo_name: z.string(),
    ...condoSchema.pick({ address: true, zip_code: true, city: true, state: true }).shape,
    ...apartmentSchema.pick({ apartment_number: true, floor_number: true, bedrooms: true }).shape,
    /** The apartment that the person leaves, for a move inside the building. */
    from_apartment: z.string().nullable(),
  })
  .meta({ id: 'Move' });
export type Move = z.infer<typeof moveSchema>;
