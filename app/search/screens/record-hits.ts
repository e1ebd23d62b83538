import { shownEmail } from '~/fields/shown-email';
import type { Apartment } from '~/apartments/fields';
import type { Invitation } from '~/invitations/fields';
import { findText, findWords, hasWords, type FindWords } from '~/fields/search-text';
import type { User } from '~/users/fields';
import { unnamedCondo } from '~/condos/queries';
import { textOrDash, titleCase } from '~/language/format';
import { t } from '~/language/texts';
import { userName, userTitle } from '~/users/user-text';
import type { CondoIndex } from './condo-hits';
import { HITS_PER_KIND, reasonsOf, type Hit } from './hit';
import { indexTexts, searchIndex, type IndexedText } from '~/fields/text-index';

function recentFirst(hits: readonly Hit[], recent: ReadonlySet<string>): Hit[] {
  const rank = ({ key }: Hit) => (recent.has(key) ? 0 : 1);
  return hits.toSorted((a, b) => rank(a) - rank(b)).slice(0, HITS_PER_KIND);
}

/**
 * An answer of the API. If it is to an earlier query, only its rows with the words of this query are shown.
 */
interface Answer<T> {
  data: T;
  isForEarlierQuery: boolean;
}

/** Details of a person: first the texts that were found, then the home and the e-mail address. */
function personDetail(user: User, words: FindWords): string {
  const email = shownEmail(user.email ?? '');
  const homes = user.condo_associations.map(({ condo_name, apartment_number }) =>
    [condo_name, apartment_number].filter(Boolean).join(' '),
  );
  const reasons = reasonsOf(words, userTitle(user), [email, ...homes]);
  const isByPhone = reasons.length === 0 && !hasWords(findText(userTitle(user)), words);
  const others = [isByPhone && user.phone, homes[0], userName(user) && email];
  return [...new Set([...reasons, ...others, !user.is_active && t`Inactive`])]
    .filter(Boolean)
    .join(' · ');
}

/**
 * People of one page of the answer. Inactive people are left out, as the user list cannot open them either.
 */
export function userHits(
  { data, isForEarlierQuery }: Answer<readonly User[]>,
  query: string,
  recent: ReadonlySet<string>,
): Hit[] {
  const words = findWords(query);
  const hits = data.flatMap((user): Hit[] => {
    const { id } = user;
    if (id === null) return [];
    const detail = personDetail(user, words);
    return [{ key: `user ${id}`, label: userTitle(user), detail, target: `/users/${id}` }];
  });
  return recentFirst(isForEarlierQuery ? withWords(hits, query) : hits, recent);
}

/** Apartments of the API's answer. Each hit leads to its building. */
export function apartmentHits(
  { data, isForEarlierQuery }: Answer<readonly Apartment[]>,
  query: string,
  recent: ReadonlySet<string>,
  condos: CondoIndex | null,
): Hit[] {
  const words = isForEarlierQuery ? findWords(query) : [];
  const hits: Hit[] = [];
  for (const { id, condo_id, apartment_number } of data) {
    if (id === null || condo_id === null) continue;
    if (!hasWords(findText(apartment_number ?? ''), words)) continue;
    hits.push({
      key: `apartment ${id}`,
      label: t`Unit ${textOrDash(apartment_number)}`,
      detail: condos?.byId.get(condo_id)?.name ?? unnamedCondo(condo_id),
      target: `/condos/${condo_id}`,
    });
  }
  return recentFirst(hits, recent);
}

function withWords(hits: readonly Hit[], query: string): Hit[] {
  const words = findWords(query);
  return hits.filter(({ label, detail }) => hasWords(findText(`${label} ${detail}`), words));
}

type InvitationIndex = ReadonlyArray<IndexedText<Invitation>>;

export function indexInvitations(invitations: readonly Invitation[]): InvitationIndex {
  return indexTexts(
    invitations.filter(({ id }) => id !== null),
    ({ invitee, role, condo_name, apartment_number }) => [
      invitee ?? '',
      titleCase(role ?? ''),
      condo_name,
      apartment_number,
    ],
  );
}

/** Invitations. Each hit leads to the list of pending invitations with the invited person as search text. */
export function invitationHits(index: InvitationIndex, query: string): Hit[] {
  return searchIndex(index, findWords(query), HITS_PER_KIND).map(
    ({ id, invitee, role, condo_name, apartment_number }) => ({
      key: `invitation ${id}`,
      label: textOrDash(invitee),
      detail: [titleCase(role ?? ''), condo_name, apartment_number].filter(Boolean).join(' · '),
      target: `/pending-invitations?${new URLSearchParams({ search: invitee ?? '' }).toString()}`,
    }),
  );
}
