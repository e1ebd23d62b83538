import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { mapNames } from '~/fields/fields';
import { findText, findWords } from '~/fields/search-text';
import { apartmentQueries } from '~/apartments/queries';
import { condoSearch } from '~/condos/search';
import { condoQueries } from '~/condos/queries';
import { invitationQueries } from '~/invitations/queries';
import { userQueries } from '~/users/queries';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { translate } from '~/language/texts';
import { condoHits, condoIndexOf, idOf, type CondoIndex } from './condo-hits';
import { HIT_GROUPS, HIT_KINDS, HITS_PER_KIND, type Hit, type HitKind, type Hits } from './hit';
import { knownRecents, readRecents } from './recents';
import { apartmentHits, indexInvitations, invitationHits, userHits } from './record-hits';
import { indexTexts, searchIndex } from '~/fields/text-index';
import type { ApiSearch } from './use-api-search';

/** Lists are read again only after a change of their records. */
const FROM_CACHE = { staleTime: Infinity, refetchOnWindowFocus: false };

export interface FailedGroup {
  title: string;
  message: string;
  retry: () => void;
}

/** Entries that need no API: screens, saved views and actions. */
export interface FixedHits {
  screen: readonly Hit[];
  view: readonly Hit[];
  action: readonly Hit[];
  /** Actions that appear only if they are searched for. */
  named: readonly Hit[];
}

/**
 * Hits of a query. Buildings and invitations are found in their lists, which are read once. People and
 * apartments are found by the API after a pause. Without a query: recently opened records, screens and
 * actions.
 */
export function useHits(api: ApiSearch, owner: string, fixed: FixedHits) {
  const { query, users, apartments, isSearchable, isEnabled, isWaiting, isAhead } = api;
  const condos = useQuery({ ...condoQueries.list(condoSearch.defaults), ...FROM_CACHE });
  const invitations = useQuery({ ...invitationQueries.pending(), ...FROM_CACHE });

  const [stored] = useState(() => readRecents(owner));
  const recent = useMemo(() => new Set(stored.map(({ key }) => key)), [stored]);
  const condoIndex = condos.data ? condoIndexOf(condos.data) : null;
  const invitationIndex = useMemo(
    () => indexInvitations(invitations.data ?? []),
    [invitations.data],
  );
  const fixedIndex = useMemo(
    () => ({
      screen: indexTexts(fixed.screen, textsOf),
      view: indexTexts(fixed.view, textsOf),
      action: indexTexts([...fixed.action, ...fixed.named], textsOf),
    }),
    [fixed],
  );
  // Hits without a call. They are memoized apart from the API's answers, since ten thousand buildings are
  // compared.
  const local = useMemo((): Hits => {
    const searchFixed = (kind: keyof typeof fixedIndex) =>
      searchIndex(fixedIndex[kind], findWords(query), HITS_PER_KIND);
    const buildings = condoIndex ? condoHits(condoIndex, query, recent) : { condo: [], action: [] };
    return {
      ...NO_HITS,
      condo: buildings.condo,
      invitation: invitationHits(invitationIndex, query),
      view: searchFixed('view'),
      action: [...searchFixed('action'), ...buildings.action].slice(0, HITS_PER_KIND),
      screen: searchFixed('screen'),
    };
  }, [condoIndex, invitationIndex, fixedIndex, query, recent]);

  const answerOf = <T>({ isPlaceholderData }: UseQueryResult, data: readonly T[] = []) => ({
    data: isSearchable ? data : [],
    isForEarlierQuery: isPlaceholderData || isAhead,
  });
  const people = answerOf(users, users.data?.users);
  const units = answerOf(apartments, apartments.data);
  const numbered = useNumbered(isEnabled ? api.paused : '', query, condoIndex);
  const hits: Hits = query
    ? {
        ...local,
        user: withFirst(numbered.user, userHits(people, query, recent)),
        apartment: withFirst(numbered.apartment, apartmentHits(units, query, recent, condoIndex)),
      }
    : {
        ...NO_HITS,
        screen: fixed.screen,
        view: fixed.view,
        action: fixed.action,
        recent: condoIndex ? knownRecents(stored, (id) => condoIndex.byId.has(id)) : stored,
      };

  const apiQueries = isEnabled ? [users, apartments] : [];
  return {
    hits,
    isSearching:
      condos.isPending ||
      invitations.isPending ||
      isAhead ||
      numbered.isSearching ||
      isWaiting ||
      apiQueries.some(({ isFetching }) => isFetching),
    failed: [
      ...failure('condo', condos),
      ...failure('invitation', invitations),
      ...(isEnabled ? [...failure('user', users), ...failure('apartment', apartments)] : []),
    ],
  };
}

function withFirst(first: readonly Hit[], others: readonly Hit[]): Hit[] {
  const keys = new Set(first.map(({ key }) => key));
  return [...first, ...others.filter(({ key }) => !keys.has(key))].slice(0, HITS_PER_KIND);
}

const NO_HITS: Hits = mapNames(HIT_KINDS, () => []);

const textsOf = ({ label, detail = '', aliases = '' }: Hit) => [label, detail, aliases] as const;

function failure(kind: HitKind, { isError, error, refetch }: UseQueryResult): FailedGroup[] {
  if (!isError) return [];
  const title = translate(HIT_GROUPS[kind].title);
  return [{ title, message: detailOrMessage(error), retry: () => void refetch() }];
}

/** Number of buildings whose apartments are searched. */
const CONDOS_LIMIT = 3;
const NO_RECENTS: ReadonlySet<string> = new Set();

/** Records that the API's search does not find: by id, or apartments by building and number ("haus k3"). */
function useNumbered(paused: string, query: string, condos: CondoIndex | null) {
  const id = idOf(paused);
  const words = findWords(paused);
  const [number = ''] = words.at(-1) ?? [];
  const asksUnit = condos !== null && words.length > 1 && /\d/.test(number);
  const inCondos = asksUnit ? searchIndex(condos.texts, words.slice(0, -1), CONDOS_LIMIT) : [];
  const user = useQuery({ ...userQueries.detail(id ?? 0), enabled: id !== null, retry: false });
  const units = useQueries({
    queries: inCondos.map((condo) => apartmentQueries.ofCondo(condo.id)),
  });
  // Results of an earlier query are ignored.
  const isCurrent = paused === query;
  const people = isCurrent && id !== null && user.data ? [user.data] : [];
  const apartments = units
    .flatMap(({ data = [] }) => data)
    .filter(({ apartment_number }) => findText(apartment_number ?? '').includes(number));
  const answer = { data: isCurrent ? apartments : [], isForEarlierQuery: false };
  return {
    user: userHits({ data: people, isForEarlierQuery: false }, query, NO_RECENTS),
    apartment: apartmentHits(answer, query, NO_RECENTS, condos),
    isSearching: user.isFetching || units.some(({ isFetching }) => isFetching),
  };
}
