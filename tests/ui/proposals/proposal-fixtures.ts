import type { Proposal, ProposalRow, ReviewedProposal } from '~/proposals/schema';
import { startSession } from '~/rpc/session-store';
import type { Rights } from '~/accounts/rights';

export const PROPOSAL: Proposal = {
  id: 5,
  version: 'p1',
  kind: 'condo',
  reason: 'The commune has merged',
  status: 'open',
  created_at: '2026-11-20T10:00:00.000Z',
  expires_at: '2026-12-20T10:00:00.000Z',
  author_id: 7,
  author: 'Ada Meier',
  author_email: 'ada@example.com',
  author_state: 'active',
  token: null,
  creates: 1,
  changes: 2,
  touches: ['Alpha', 'Beta'],
  decided_at: null,
  decided_by: null,
  decided_by_email: null,
  rejection: null,
  import_id: null,
  undone_at: null,
};

const changed = (row: number, name: string, state: ProposalRow['state'] = 'current') =>
  ({
    row,
    action: 'change',
    id: row + 1,
    name,
    version: '"1"',
    old: { city: 'Zug' },
    values: { city: 'Baar' },
    state,
  }) as const;

/** Two changes, a new building, and a change whose record has changed since. The row at 3 was erased. */
export const REVIEWED: ReviewedProposal = {
  ...PROPOSAL,
  rows: [
    changed(0, 'Alpha'),
    changed(1, 'Gamma', 'changed'),
    {
      row: 2,
      action: 'create',
      id: null,
      name: 'Delta',
      version: null,
      old: null,
      values: { name: 'Delta', city: 'Baar' },
      state: 'current',
    },
    changed(4, 'Beta'),
  ],
  names: {},
};

/** Signs in with these rights. */
export function signInWith(rights: Rights): void {
  startSession({ token: 't', user: { email: 'ada@example.com', role: 'super_admin', rights } });
}
