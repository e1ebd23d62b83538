import type { ExportList } from '~/imports/export';
import type { ApiTokenScope } from './api-tokens';

/*
 * Rights of administrators (docs/behaviour/administrators.md, "Rights"). On the wire all of them are super
 * administrators.
 */

export const RIGHTS = ['all', 'propose', 'look'] as const;
export type Rights = (typeof RIGHTS)[number];
export const RIGHTS_LABELS = {
  all: 'Everything',
  propose: 'Look and propose',
  look: 'Look',
} as const satisfies Record<Rights, string>;

/**
 * Kinds of calls, by the right that they ask of the caller: `nothing` is open to everyone; `own` is about
 * the caller's account, `keep` about the caller's saved views; `look` reads records, `review` compares a
 * file with them, `propose` stores a proposal, `write` changes records; `export` and `personal_data` take
 * personal data out of the panel or erase it; `accounts` is about other administrators.
 */
export type Asks =
  | 'nothing'
  | 'own'
  | 'keep'
  | 'look'
  | 'review'
  | 'propose'
  | 'write'
  | 'export'
  | 'personal_data'
  | 'accounts';

const LOOK: readonly Asks[] = ['nothing', 'own', 'keep', 'look'];
const PROPOSE: readonly Asks[] = [...LOOK, 'review', 'propose'];
const ALL: readonly Asks[] = [...PROPOSE, 'write', 'export', 'personal_data', 'accounts'];

const ALLOWED_BY_RIGHTS: Readonly<Record<Rights, readonly Asks[]>> = {
  look: LOOK,
  propose: PROPOSE,
  all: ALL,
};

/** A token never reaches accounts or personal data, whatever its scope. */
const ALLOWED_BY_SCOPE: Readonly<Record<ApiTokenScope, readonly Asks[]>> = {
  read: ['look', 'export'],
  propose: ['look', 'export', 'propose'],
  write: ['look', 'export', 'propose', 'review', 'keep', 'write'],
};

export function mayDo(rights: Rights, asks: Asks): boolean {
  return ALLOWED_BY_RIGHTS[rights].includes(asks);
}

export function isInScope(scope: ApiTokenScope, asks: Asks): boolean {
  return ALLOWED_BY_SCOPE[scope].includes(asks);
}

/** Right that the export of a list needs. A file of people takes personal data out of the panel. */
export function exportAsks(list: ExportList): Asks {
  return list === 'condos' || list === 'apartments' ? 'look' : 'export';
}
