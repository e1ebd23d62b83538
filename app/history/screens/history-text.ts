import {
  ACTOR_KIND_LABELS,
  HISTORY_ACTION_LABELS,
  HISTORY_COUNT_LIMIT,
  RECORD_KIND_LABELS,
  type HistoryAction,
  type RecordKind,
} from '~/history/schema';
import { FACTOR_LABELS } from '~/accounts/factor-kinds';
import { RIGHTS, RIGHTS_LABELS } from '~/accounts/rights';
import { NO_PARKING } from '~/apartments/fields';
import { isDateField } from '~/rpc/field-labels';
import type { HistoryEntry, HistoryRecord, HistoryValue } from '~/history/answers';
import { textOrDash, formatCount, formatDateOnly, titleCase } from '~/language/format';
import { msg, t, translate } from '~/language/texts';

/** Verbs between the actor and the record. */
const VERBS: Readonly<Record<HistoryAction, string>> = {
  created: msg`created`,
  changed: msg`changed`,
  deleted: msg`deleted`,
  imported: msg`imported`,
  undone: msg`undid the import of`,
  restored: msg`restored`,
  invited: msg`invited`,
  resent: msg`sent another link to`,
  letter: msg`printed a letter for`,
  accepted: msg`accepted`,
  removed: msg`removed`,
  deactivated: msg`deactivated`,
  signed_in: msg`signed in`,
  signed_out: msg`ended all sessions`,
  password_link: msg`printed a password link`,
  password_set: msg`set a new password`,
  rights: msg`changed the rights of`,
  factors: msg`changed sign-in factors`,
  identity_linked: msg`linked a sign-in account`,
  identity_unlinked: msg`unlinked a sign-in account`,
  token_created: msg`created an API token`,
  token_revoked: msg`revoked an API token`,
  erased: msg`erased`,
  merged: msg`merged another account into`,
  set_aside: msg`dismissed a finding about`,
  taken_back: msg`reopened a finding about`,
};

/** Texts for changes of factors, by the words in an entry. */
const FACTOR_WORDS: ReadonlyMap<string, string> = new Map([
  ['Added', msg`added`],
  ['Removed', msg`removed`],
  ['Replaced', msg`replaced`],
  [FACTOR_LABELS.app, msg`an authenticator app`],
  [FACTOR_LABELS.passkey, msg`a passkey`],
  [FACTOR_LABELS.recovery_code, msg`the recovery codes`],
]);

/** Actions on an account. The own account is not named; another one follows after "for". */
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
  /** The record in the sentence; empty if the sentence has none. */
  about: string;
  end: string;
}

/** Describes an entry as the parts of a sentence after the actor: "created" "Building Seeblick". */
export function sentenceOf(entry: HistoryEntry): Sentence {
  const { action, actor, record } = entry;
  const verb = verbOf(entry);
  const end = actor.kind === 'link' && actor.name ? ` ${linkText(entry)}` : '';
  if (!record || record.id === null) {
    const kinds = new Set(entry.changes.map(({ kind }) => kind));
    const records = countText(entry.change_count, kinds.size > 1 ? null : (record?.kind ?? null));
    return { verb, about: '', end: `${entry.proposal ? ':' : ''} ${records}${end}` };
  }
  if (!OF_ACCOUNT.has(action)) {
    const toAddress = ['invited', 'resent', 'letter'].includes(action);
    return { verb, about: (toAddress && record.name) || recordText(record), end };
  }
  if (record.id === actor.id) return { verb, about: '', end };
  return { verb: t`${verb} for`, about: recordText(record), end };
}

function linkText({ action }: HistoryEntry): string {
  return action === 'accepted' ? t`through the invitation link` : t`through a mailed link`;
}

/** The verb, with details from the entry: "removed a passkey", "applied what Bo proposed". */
function verbOf({ action, changes, proposal, actor }: HistoryEntry): string {
  if (proposal) return appliedText(proposal, proposal.author_id === actor.id);
  if (action !== 'factors') return translate(VERBS[action]);
  const fields = changes[0]?.fields ?? [];
  const said = ['change', 'factor'].map((name) => fields.find((field) => field.name === name)?.new);
  if (!said.every((word) => typeof word === 'string')) return translate(VERBS.factors);
  return said.map((word) => translate(FACTOR_WORDS.get(word) ?? word)).join(' ');
}

function appliedText(
  { author, author_email, author_id, token }: NonNullable<HistoryEntry['proposal']>,
  isOwn: boolean,
): string {
  if (token !== null)
    return isOwn
      ? t`applied what token ${token} proposed (their own proposal)`
      : t`applied what token ${token} proposed`;
  return isOwn
    ? t`applied their own proposal`
    : t`applied what ${author ?? author_email ?? `#${author_id}`} proposed`;
}

const NOUNS: Readonly<Record<RecordKind, readonly [one: string, many: string]>> = {
  condo: ['building', 'buildings'],
  apartment: ['apartment', 'apartments'],
  user: ['user', 'users'],
  association: ['association', 'associations'],
  invitation: ['invitation', 'invitations'],
  administrator_invitation: ['administrator invitation', 'administrator invitations'],
};

/** A number of records of one kind: "10 apartments". With several kinds, "10 records". */
export function countText(count: number, kind: RecordKind | null): string {
  const [one, many] = kind === null ? (['record', 'records'] as const) : NOUNS[kind];
  if (count <= HISTORY_COUNT_LIMIT) return formatCount(count, one, many);
  return t`more than ${formatCount(HISTORY_COUNT_LIMIT, one, many)}`;
}

export function actionText(action: HistoryAction): string {
  return translate(HISTORY_ACTION_LABELS[action]);
}

/** The actor's name at that time, or its kind. Access by a link is mentioned at the end of the sentence. */
export function actorText({ kind, name }: HistoryEntry['actor']): string {
  return name ?? translate(ACTOR_KIND_LABELS[kind]);
}

/** The record's kind and name: "Building Seeblick". Without a name, its id. */
export function recordText({ kind, name, id }: HistoryRecord): string {
  return `${translate(RECORD_KIND_LABELS[kind])} ${name ?? (id === null ? '' : `#${id}`)}`.trim();
}

export function valueText(field: string, value: HistoryValue): string {
  if (typeof value === 'boolean') {
    if (field === 'is_active') return value ? t`Active` : t`Inactive`;
    return value ? t`Yes` : t`No`;
  }
  if (value !== null && isImageField(field)) return t`An image`;
  if (field === 'status' && value === 'pending') return t`Pending`;
  if (field === 'rights')
    return translate(RIGHTS_LABELS[RIGHTS.find((rights) => rights === value) ?? 'all']);
  if (typeof value === 'string' && (field === 'role' || field === 'status')) {
    return titleCase(value);
  }
  if (isNoParking(field, value)) return translate(NO_PARKING);
  if (typeof value === 'string' && isDateField(field)) return formatDateOnly(value);
  return textOrDash(value);
}

const isNoParking = (field: string, value: HistoryValue) =>
  field === 'parking_spot_number' && value === NO_PARKING;

/**
 * True for a value that is shown as stored, such as a number or a name. `valueText` translates the others.
 */
export function isStored(field: string, value: HistoryValue): boolean {
  const isWord =
    field === 'role' || field === 'status' || isImageField(field) || isNoParking(field, value);
  return typeof value === 'number' || (typeof value === 'string' && !isWord);
}

export function isImageField(field: string): boolean {
  return field.endsWith('_url');
}
