import { instant, requiredText } from '~/fields/field';
import { INTEGER_MAX } from '~/fields/limits';
import { z } from '~/fields/zod';
import { rule } from '~/language/rules';

/* A proposal: a change set with a reason, which another person applies (docs/behaviour/proposals.md). */

/** Kinds of records in proposals. Of a person only names and phone can be proposed. */
export const PROPOSAL_KINDS = ['condo', 'apartment', 'user'] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

const PROPOSAL_STATUSES = ['open', 'applied', 'rejected', 'expired'] as const;

export const OPEN_PROPOSALS_LIMIT = 50;
/** Most rows in all open proposals of an account. */
export const PROPOSED_ROWS_LIMIT = 10_000;
export const PROPOSAL_DAYS = 30;
/** Time for which applied, rejected and expired proposals stay in the list. */
export const PROPOSAL_LISTED_DAYS = 90;
export const PROPOSAL_REASON_LIMIT_CHARS = 1_000;

const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type ProposedValues = z.infer<typeof values>;

export const proposedRowSchema = z.strictObject({
  action: z.enum(['create', 'change']),
  /** Id and version of the record to change. The version is the text of its ETag. */
  id: z.int().min(1).max(INTEGER_MAX).nullish(),
  version: z.string().max(600).nullish(),
  /** Values by field: all required ones of a new record, the changed ones of a stored record. */
  values,
});
export type ProposedRow = z.infer<typeof proposedRowSchema>;

export const newProposalSchema = z
  .strictObject({
    kind: z.enum(PROPOSAL_KINDS),
    reason: requiredText('Reason', PROPOSAL_REASON_LIMIT_CHARS),
    rows: proposedRowSchema.array().min(1),
  })
  .meta({ id: 'NewProposal' });
export type NewProposal = z.infer<typeof newProposalSchema>;

/** A proposal in the list. */
export const proposalSchema = z
  .object({
    id: z.int(),
    /** Changes with the rows. Applying names the version that was reviewed. */
    version: z.string(),
    kind: z.enum(PROPOSAL_KINDS),
    reason: z.string(),
    status: z.enum(PROPOSAL_STATUSES),
    created_at: instant,
    expires_at: instant,
    /** Null for an erased author; the name is then null too. */
    author_id: z.int().nullable(),
    author: z.string().nullable(),
    author_email: z.string().nullable(),
    /** `revoked`: the author's token was deleted. `withdrawn`: the author may no longer propose. */
    author_state: z.enum(['active', 'revoked', 'withdrawn']),
    /** Name of the API token that sent the proposal. */
    token: z.string().nullable(),
    /** Numbers of rows that create or change a record. */
    creates: z.int(),
    changes: z.int(),
    /** Names of the first records of the proposal. */
    touches: z.array(z.string()),
    decided_at: instant.nullable(),
    decided_by: z.string().nullable(),
    decided_by_email: z.string().nullable(),
    /** The reason for its rejection. */
    rejection: z.string().nullable(),
    /** The import that applied it, by which it can be undone. */
    import_id: z.int().nullable(),
    undone_at: instant.nullable(),
  })
  .meta({ id: 'Proposal' });
export type Proposal = z.infer<typeof proposalSchema>;

const proposalRowSchema = z
  .object({
    /** Position of the row, from 0, by which the apply call names it. */
    row: z.int(),
    action: z.enum(['create', 'change']),
    id: z.int().nullable(),
    name: z.string(),
    version: z.string().nullable(),
    /** Current values of the same fields; null for a new record and for a deleted one. */
    old: values.nullable(),
    values,
    /**
     * `changed` and `deleted` are conflicts: the record is no longer in the version that the row is based
     * on.
     */
    state: z.enum(['current', 'changed', 'deleted']),
  })
  .meta({ id: 'ProposalRow' });
export type ProposalRow = z.infer<typeof proposalRowSchema>;

export const reviewedProposalSchema = proposalSchema
  .extend({
    rows: proposalRowSchema.array(),
    /** Names of the buildings that rows refer to, by field and id. */
    names: z.record(z.string(), z.record(z.string(), z.string())),
  })
  .meta({ id: 'ReviewedProposal' });
export type ReviewedProposal = z.infer<typeof reviewedProposalSchema>;

export const proposalQuerySchema = z.object({ status: z.enum(PROPOSAL_STATUSES).optional() });

export const applyProposalSchema = z
  .strictObject({
    version: z.string(rule('required', { field: 'Version' })),
    /** The rows to apply, by default all. Their `values` replace those of the proposed row. */
    rows: z
      .strictObject({
        row: z.int().nonnegative().max(PROPOSED_ROWS_LIMIT),
        values: values.optional(),
      })
      .array()
      .min(1)
      .max(PROPOSED_ROWS_LIMIT)
      .optional(),
  })
  .meta({ id: 'ApplyProposal' });
export type ApplyProposal = z.infer<typeof applyProposalSchema>;

export const appliedProposalSchema = z
  .object({
    created: z.int(),
    changed: z.int(),
    /** The import that can be undone; null if every value was stored already. */
    import_id: z.int().nullable(),
  })
  .meta({ id: 'AppliedProposal' });

export const rejectProposalSchema = z
  .strictObject({
    reason: z
      .string()
      .trim()
      .max(
        PROPOSAL_REASON_LIMIT_CHARS,
        rule('too_long', { field: 'Reason', max: PROPOSAL_REASON_LIMIT_CHARS }),
      )
      .nullish(),
  })
  .meta({ id: 'RejectProposal' });
