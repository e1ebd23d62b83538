import type { Condo } from '~/condos/fields';
import { unnamedCondo } from '~/condos/queries';
import { oncePer } from '~/fields/once-per';
import { findWords } from '~/fields/search-text';
import { msg, translate } from '~/language/texts';
import { mayI } from '~/rpc/own-rights';
import { HITS_PER_KIND, reasonsOf, type Hit } from './hit';
import { indexTexts, searchIndex, type IndexedText } from '~/fields/text-index';

interface KnownCondo {
  id: number;
  key: string;
  name: string;
  place: string;
  /** Texts that find the building but are not shown: lines of the address, canton and country. */
  others: ReadonlyArray<string | null>;
}

/** The buildings of one answer of the API, prepared for searches. */
export interface CondoIndex {
  texts: ReadonlyArray<IndexedText<KnownCondo>>;
  byId: ReadonlyMap<number, KnownCondo>;
}

/** The index of a list, made once per list. */
export const condoIndexOf = oncePer((condos: readonly Condo[]): CondoIndex => {
  const entries = condos.flatMap((condo) => {
    const { id, name, zip_code, city } = condo;
    if (id === null) return [];
    const place = [zip_code, city].filter(Boolean).join(' ');
    const others = [...(condo.address ?? '').split('\n'), condo.state, condo.country];
    const known = { id, key: `condo ${id}`, name: name?.trim() || unnamedCondo(id), place, others };
    return [{ ...known, condo }];
  });
  return {
    texts: indexTexts(entries, ({ name, place, condo }) => [
      name,
      condo.address,
      [place, condo.state, condo.country].join(' '),
    ]),
    byId: new Map(entries.map((condo) => [condo.id, condo])),
  };
});

/** A hit with its place, and with the part of the address or the id that was found. */
function toHit({ id, key, name, place, others }: KnownCondo, query: string): Hit {
  const reasons =
    idOf(query) === id ? [`#${id}`] : reasonsOf(findWords(query), `${name} ${place}`, others);
  const detail = [...reasons, place].filter(Boolean).join(' · ');
  return { key, label: name, detail, target: `/condos/${id}` };
}

/**
 * Actions on a building. `words` in a query ask for the action, and are then no part of a building's name.
 */
const CONDO_ACTIONS = [
  {
    name: 'invite',
    asks: 'write',
    label: msg`Invite to`,
    words: ['invite', 'to', 'user'],
    target: (id: number) => `/users/invite?condo_id=${id}`,
  },
  {
    name: 'apartment',
    asks: 'propose',
    label: msg`New apartment in`,
    words: ['new', 'add', 'create', 'apartment', 'in'],
    target: (id: number) => `/apartments/create?condo_id=${id}`,
  },
] as const;

/** Number of the best buildings that get actions if the query asks for none. */
const SUGGESTED_CONDOS = 2;
const REQUESTED_CONDOS = 10;

/** The id in a query such as "17" or "#17"; null for other queries. */
export function idOf(query: string): number | null {
  const digits = /^#?([1-9]\d{0,8})$/.exec(query)?.[1];
  return digits === undefined ? null : Number(digits);
}

export function condoHits({ texts, byId }: CondoIndex, query: string, recent: ReadonlySet<string>) {
  const words = findWords(query);
  const named = byId.get(idOf(query) ?? 0);
  const isRecent = ({ key }: KnownCondo) => recent.has(key);
  const matches = searchIndex(texts, words, HITS_PER_KIND, isRecent);
  const best = named ? [named, ...matches.filter(({ id }) => id !== named.id)] : matches;
  return {
    condo: best.map((condo) => toHit(condo, query)),
    /** "Invite to ..." and "New apartment in ..." for buildings that the rest of the query finds. */
    action: CONDO_ACTIONS.filter(({ asks }) => mayI(asks)).flatMap((action) => {
      const rest = words.filter(
        ([word = '']) => !action.words.some((actionWord) => actionWord.startsWith(word)),
      );
      // Every letter searches all buildings, so results are reused if possible.
      const condos =
        rest.length < words.length
          ? searchIndex(texts, rest, REQUESTED_CONDOS, isRecent)
          : best.slice(0, SUGGESTED_CONDOS);
      return condos.map(({ id, name, place }) => ({
        key: `${action.name} ${id}`,
        label: `${translate(action.label)} ${name}`,
        detail: place,
        target: action.target(id),
      }));
    }),
  };
}
