import { instant, requiredText } from '~/fields/field';
import { INTEGER_MAX } from '~/fields/limits';
import { z } from '~/fields/zod';
import { rule } from '~/language/rules';

/* A proposal: a change set with a reason, which somebody else applies (docs/behaviour/proposals.md). */

/** Kinds of the records that a proposal is about; of a person only names and phone. */
export const PROPOSAL_KINDS = ['condo', 'apartment', 'user'] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

const PROPOSAL_STATUSES = ['open', 'applied', 'rejected', 'expired'] as const;

export const OPEN_PROPOSALS_LIMIT = 50;
/** Rows in an account's open proposals together. */
export const PROPOSED_ROWS_LIMIT = 10_000;
export const PROPOSAL_DAYS = 30;
/** Proposals that were applied or rejected, or have expired, stay listed that long. */
export const PROPOSAL_LISTED_DAYS = 90;
export const PROPOSAL_REASON_LIMIT_CHARS = 1_000;

const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type ProposedValues = z.infer<typeof values>;

export const proposedRowSchema = z.strictObject({
  action: z.enum(['create', 'change']),
  /** Id and version of the record that changes; the version is the text of its ETag. */
  id: z.int().min(1).max(INTEGER_MAX).nullish(),
  version: z.string().max(600).nullish(),
  /** By field: all required ones of a new record, those that change of a stored one. */
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
    /** Changes when its rows do. Who applies it names the one that was reviewed. */
    version: z.string(),
    kind: z.enum(PROPOSAL_KINDS),
    reason: z.string(),
    status: z.enum(PROPOSAL_STATUSES),
    created_at: instant,
    expires_at: instant,
    /** Null for an author who was erased, as the name is. */
    author_id: z.int().nullable(),
    author: z.string().nullable(),
    author_email: z.string().nullable(),
    /** `revoked`: the author's token is gone; `withdrawn`: the author may no longer propose. */
    author_state: z.enum(['active', 'revoked', 'withdrawn']),
    /** Name of the API token that it came by. */
    token: z.string().nullable(),
    /** Numbers of the rows that create and change a record. */
    creates: z.int(),
    changes: z.int(),
    /** Names of the first records that it touches. */
    touches: z.array(z.string()),
    decided_at: instant.nullable(),
    decided_by: z.string().nullable(),
    decided_by_email: z.string().nullable(),
    /** The word with which it was rejected. */
    rejection: z.string().nullable(),
    /** The import as which it was applied, and is undone. */
    import_id: z.int().nullable(),
    undone_at: instant.nullable(),
  })
  .meta({ id: 'Proposal' });
export type Proposal = z.infer<typeof proposalSchema>;

const proposalRowSchema = z
  .object({
    /** Place of the row, from 0: apply names it. */
    row: z.int(),
    action: z.enum(['create', 'change']),
    id: z.int().nullable(),
    name: z.string(),
    version: z.string().nullable(),
    /** Values of the same fields that are stored now; null for a new record, and for one that is gone. */
    old: values.nullable(),
    values,
    /** `changed` and `deleted` are conflicts: the record is no longer what the row was made from. */
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
    /** Without it all rows; `values` are put over those of the row. */
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
    /** Undone by POST /admin/bulk-imports/{id}/undo; null where everything was stored already. */
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
