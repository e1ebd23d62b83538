import type { CallGroup } from '~/rpc/declare';
import {
  appliedProposalSchema,
  applyProposalSchema,
  newProposalSchema,
  proposalQuerySchema,
  proposalSchema,
  rejectProposalSchema,
  reviewedProposalSchema,
} from './schema';

export const proposalCalls = {
  base: '/admin/proposals',
  tag: 'Proposals',
  embedded: 'not_found',
  calls: {
    list: {
      method: 'GET',
      asks: 'look',
      summary: 'Proposals, newest first: open ones, and for 90 days those that were decided on',
      query: proposalQuerySchema,
      answer: proposalSchema.array(),
    },
    get: {
      method: 'GET',
      asks: 'look',
      path: '/{id}',
      summary: 'A proposal, row by row, beside what is stored now',
      answer: reviewedProposalSchema,
    },
    create: {
      method: 'POST',
      asks: 'propose',
      summary:
        'Propose changes and new records with a reason; nothing is written before it is applied',
      description:
        '`version` of a row is the ETag of its record. At most 50 open proposals and 10,000 rows in them for each account. Of a person only names and phone, and never of administrators. Sent again with its Idempotency-Key within ten minutes, the call proposes nothing more.',
      body: newProposalSchema,
      answer: proposalSchema,
      isCreated: true,
      isKeyed: true,
      errors: [429],
    },
    apply: {
      method: 'POST',
      asks: 'write',
      path: '/{id}/apply',
      summary: 'Apply all rows of a proposal, or the chosen ones: all of these or none',
      description:
        '`version` is that of the reviewed proposal; another one is 412. A row whose record has changed since is 409, and nothing is written. Undone as the import of the answer.',
      body: applyProposalSchema,
      answer: appliedProposalSchema,
      errors: [409, 412],
    },
    reject: {
      method: 'POST',
      asks: 'write',
      path: '/{id}/reject',
      summary: 'Reject a proposal',
      body: rejectProposalSchema,
      errors: [409],
    },
  },
} as const satisfies CallGroup;
