import type { Condo } from '~/contract/condo-reading';
import { unnamedCondo } from '~/data/condos/condo-options';
import type { Hit } from './hit';
import { HITS_PER_KIND } from './hit';
import { indexTexts, searchIndex, wordsOf, type IndexedText } from './text-index';

/** A building that can be opened. */
interface KnownCondo {
  id: number;
  name: string;
  place: string;
}

/** The buildings of one answer of the API, ready to be searched. */
export interface CondoIndex {
  texts: ReadonlyArray<IndexedText<KnownCondo>>;
  byId: ReadonlyMap<number, KnownCondo>;
}

const indexes = new WeakMap<readonly Condo[], CondoIndex>();

/** The index of a list; made once for each list, however often the palette is opened. */
export function condoIndexOf(condos: readonly Condo[]): CondoIndex {
  let index = indexes.get(condos);
  if (!index) indexes.set(condos, (index = createCondoIndex(condos)));
  return index;
}

function createCondoIndex(condos: readonly Condo[]): CondoIndex {
  const known = condos.flatMap((condo) => {
    const { id, name, zip_code, city } = condo;
    if (id === null) return [];
    const place = [zip_code, city].filter(Boolean).join(' ');
    return [{ id, name: name?.trim() || unnamedCondo(id), place, condo }];
  });
  return {
    texts: indexTexts(known, ({ name, place, condo }) => [
      name,
      place,
      condo.address,
      condo.state,
      condo.country,
    ]),
    byId: new Map(known.map((condo) => [condo.id, condo])),
  };
}

export function condoHits(
  { texts }: CondoIndex,
  query: string,
  recent: ReadonlySet<string>,
): Hit[] {
  return findCondos(texts, wordsOf(query), HITS_PER_KIND, recent).map(toHit);
}

function toHit({ id, name, place }: KnownCondo): Hit {
  return { key: condoKey(id), label: name, detail: place, target: `/condos/${id}` };
}

function condoKey(id: number): string {
  return `condo ${id}`;
}

function findCondos(
  texts: CondoIndex['texts'],
  words: readonly string[],
  limit: number,
  recent: ReadonlySet<string>,
): KnownCondo[] {
  return searchIndex(texts, words, limit, ({ id }) => recent.has(condoKey(id)));
}

/** What can be done with a building. `words` ask for it: they are not part of a building's name then. */
const CONDO_ACTIONS = [
  {
    name: 'invite',
    label: 'Invite to',
    words: ['invite', 'to', 'user'],
    target: (id: number) => `/users/invite?condo_id=${id}`,
  },
  {
    name: 'apartment',
    label: 'New apartment in',
    words: ['new', 'add', 'create', 'apartment', 'in'],
    target: (id: number) => `/apartments/create?condo_id=${id}`,
  },
] as const;

/** Without a word that asks for an action, it is offered for so many of the best buildings. */
const UNASKED_CONDOS = 2;
const ASKED_CONDOS = 10;

/** "Invite to ..." and "New apartment in ..." for the buildings that the rest of the query finds. */
export function condoActionHits(
  { texts }: CondoIndex,
  query: string,
  recent: ReadonlySet<string>,
): Hit[] {
  const words = wordsOf(query);
  return CONDO_ACTIONS.flatMap((action) => {
    const rest = words.filter((word) => !action.words.some((asked) => asked.startsWith(word)));
    const limit = rest.length < words.length ? ASKED_CONDOS : UNASKED_CONDOS;
    return findCondos(texts, rest, limit, recent).map(({ id, name, place }) => ({
      key: `${action.name} ${id}`,
      label: `${action.label} ${name}`,
      detail: place,
      target: action.target(id),
    }));
  });
}
