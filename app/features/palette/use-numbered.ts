import { useQueries, useQuery } from '@tanstack/react-query';
import { searchText } from '~/contract/search-text';
import { apartmentQueries } from '~/data/apartments/apartments.queries';
import { userQueries } from '~/data/users/users.queries';
import { findCondos, idOf, type CondoIndex } from './condo-hits';
import type { Hit } from './hit';
import { apartmentHits, userHits } from './record-hits';
import { wordsOf } from './text-index';

/** Buildings whose apartments are looked through. */
const CONDOS_LIMIT = 3;
const NO_RECENTS: ReadonlySet<string> = new Set();

/** Records that the API's search does not find: by their id, and apartments by words of the building and a number ("haus k3"). */
export function useNumbered(paused: string, query: string, condos: CondoIndex | null) {
  const id = idOf(paused);
  const words = wordsOf(paused);
  const number = words.at(-1) ?? '';
  const asksUnit = condos !== null && words.length > 1 && /\d/.test(number);
  const inCondos = asksUnit
    ? findCondos(condos.texts, words.slice(0, -1), CONDOS_LIMIT, NO_RECENTS)
    : [];
  const user = useQuery({ ...userQueries.detail(id ?? 0), enabled: id !== null, retry: false });
  const units = useQueries({
    queries: inCondos.map((condo) => apartmentQueries.ofCondo(condo.id)),
  });
  // What was asked for is not what is typed any more.
  const isCurrent = paused === query;
  const people = isCurrent && id !== null && user.data ? [user.data] : [];
  const found = units
    .flatMap(({ data = [] }) => data)
    .filter(({ apartment_number }) => searchText(apartment_number ?? '').includes(number));
  const answer = { data: isCurrent ? found : [], isForEarlierQuery: false };
  const hits: Record<'user' | 'apartment', Hit[]> = {
    user: userHits({ data: people, isForEarlierQuery: false }, query, NO_RECENTS),
    apartment: apartmentHits(answer, query, NO_RECENTS, condos),
  };
  return { ...hits, isSearching: user.isFetching || units.some(({ isFetching }) => isFetching) };
}
