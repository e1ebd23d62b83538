import {
  ACTOR_KIND_LABELS,
  HISTORY_ACTION_LABELS,
  HISTORY_COUNT_LIMIT,
  RECORD_KIND_LABELS,
  type HistoryAction,
  type RecordKind,
} from '~/contract/history';
import { historyFieldLabel } from '~/contract/history-labels';
import type {
  HistoryEntry,
  HistoryField,
  HistoryRecord,
  HistoryValue,
} from '~/contract/history-schemas';
import { dash, formatCount, formatNumber, titleCase } from '~/lib/format';

/** What stands between who did something and the record that it was done to. */
const VERBS: Readonly<Record<HistoryAction, string>> = {
  created: 'created',
  changed: 'changed',
  deleted: 'deleted',
  imported: 'imported',
  undone: 'undid the import of',
  restored: 'restored',
  invited: 'invited',
  resent: 'sent another link to',
  accepted: 'accepted',
  removed: 'removed',
  deactivated: 'deactivated',
  signed_in: 'signed in',
  signed_out: 'ended all sessions',
  password_link: 'printed a password link',
  password_set: 'set a new password',
  rights: 'changed the rights of',
  factors: 'changed sign-in factors',
  identity_linked: 'linked a sign-in account',
  identity_unlinked: 'unlinked a sign-in account',
  token_created: 'created an API token',
  token_revoked: 'revoked an API token',
  erased: 'erased',
  set_aside: 'dismissed a finding about',
  taken_back: 'reopened a finding about',
};

/** What concerns an account: of one's own the sentence is complete without a name, of somebody else's it is "for" them. */
const OF_ACCOUNT: ReadonlySet<HistoryAction> = new Set([
  'signed_in',
  'signed_out',
  'password_link',
  'password_set',
  'factors',
  'identity_linked',
  'identity_unlinked',
  'token_created',
  'token_revoked',
]);

interface Sentence {
  verb: string;
  /** The record in the sentence; empty where it goes without one. */
  about: string;
  /** What comes after the record. */
  end: string;
}

/** An entry as a sentence, after who did it: "created" "Building Seeblick". */
export function sentenceOf(entry: HistoryEntry): Sentence {
  const { action, actor, record } = entry;
  const verb = verbOf(entry);
  const end = actor.kind === 'link' && actor.name ? ' through a mailed link' : '';
  if (!record || record.id === null) {
    const named = record === null ? 'record' : RECORD_KIND_LABELS[record.kind].toLowerCase();
    return { verb, about: '', end: ` ${countText(entry.change_count, named)}${end}` };
  }
  if (!OF_ACCOUNT.has(action)) {
    const toAddress = action === 'invited' || action === 'resent';
    return { verb, about: (toAddress && record.name) || recordText(record), end };
  }
  if (record.id === actor.id) return { verb, about: '', end };
  return { verb: `${verb} for`, about: recordText(record), end };
}

/** "removed Passkey", where the entry says which factor. */
function verbOf({ action, changes }: HistoryEntry): string {
  if (action !== 'factors') return VERBS[action];
  const fields = changes[0]?.fields ?? [];
  const said = (name: string) => fields.find((field) => field.name === name)?.new;
  const [change, factor] = [said('change'), said('factor')];
  if (typeof change !== 'string' || typeof factor !== 'string') return VERBS.factors;
  return `${change.toLowerCase()} ${factor}`;
}

function countText(count: number, one: string): string {
  if (count > HISTORY_COUNT_LIMIT) return `more than ${formatNumber(HISTORY_COUNT_LIMIT)} ${one}s`;
  return formatCount(count, one, `${one}s`);
}

/** "Number of Units 6 → 7". */
export function fieldText(kind: RecordKind, { name, old, new: now }: HistoryField): string {
  return `${historyFieldLabel(kind, name)} ${valueText(name, old)} → ${valueText(name, now)}`;
}

/** "Deleted". */
export function actionText(action: HistoryAction): string {
  return HISTORY_ACTION_LABELS[action];
}

/** Who: the name at that time, else the kind. How, where a link was enough, is at the end of the sentence. */
export function actorText({ kind, name }: HistoryEntry['actor']): string {
  return name ?? ACTOR_KIND_LABELS[kind];
}

/** "Building Seeblick", or its id where it has no name. */
export function recordText({ kind, name, id }: HistoryRecord): string {
  return `${RECORD_KIND_LABELS[kind]} ${name ?? (id === null ? '' : `#${id}`)}`.trim();
}

/** A field's value as a person reads it. */
export function valueText(field: string, value: HistoryValue): string {
  if (typeof value === 'boolean') {
    if (field === 'is_active') return value ? 'Active' : 'Inactive';
    return value ? 'Yes' : 'No';
  }
  if (value !== null && isImageField(field)) return 'An image';
  if (typeof value === 'string' && (field === 'role' || field === 'status')) {
    return titleCase(value);
  }
  return dash(value);
}

/** Fields that hold the address of an image. */
export function isImageField(field: string): boolean {
  return field.endsWith('_url');
}
