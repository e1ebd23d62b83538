import { memo, useDeferredValue } from 'react';
import { counted } from '~/kit/ui/list-count';
import { cantonNames, passesCanton, readCantonFilter } from '~/condos/cantons';
import { condoFields } from '~/condos/condo-fields';
import type { Condo } from '~/condos/condo-reading';
import type { FilterName } from '~/fields/fields';
import { filtersOf } from '~/fields/filters';
import { readText } from '~/fields/reading';
import { searchText } from '~/fields/search-text';
import { apiKind } from '~/rpc/api-kind';
import { compareNames } from '~/language/format';

const TEXTS = filtersOf(condoFields).filter(({ kind }) => kind === 'text' || kind === 'canton');

/** Number of suggested values of a filter, the most frequent first. */
const VALUES_LIMIT = 200;

/** The lists that the filters' inputs name: the values there are in all buildings. */
export const FilterLists = memo(function FilterLists({ condos }: { condos: readonly Condo[] }) {
  const painted = useDeferredValue(true, false);
  if (!painted) return null;
  return TEXTS.map(({ field }) => (
    <datalist key={field} id={`condo-${field}`}>
      {filterValues(condos, field).map(({ value, label }) => (
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- searches find texts
        <option key={value} value={value} label={label} />
      ))}
    </datalist>
  ));
});

/** The filters that suggest values: each is a field of the building. */
type CondoFilter = FilterName<typeof condoFields>;

export interface FilterValue {
  value: string;
  /** Shown next to the value: other names of a canton, and the number of matching buildings. */
  label: string;
}

/** The values of a filter that exist, the most frequent first. */
export function filterValues(condos: readonly Condo[], name: CondoFilter): FilterValue[] {
  const counts = new Map<string, number>();
  for (const condo of condos) {
    const value = readText(condo[name])?.trim();
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const stored = [...counts].map(([value, count]) => ({ key: searchText(value), count }));
  return [...counts]
    .toSorted(([a, countA], [b, countB]) => countB - countA || compareNames(a, b))
    .slice(0, VALUES_LIMIT)
    .map(([value]) => {
      const matches = matcherOf(name, value);
      const total = stored.reduce((sum, { key, count }) => (matches(key) ? sum + count : sum), 0);
      const names = name === 'state' ? otherCantonNames(value) : [];
      return { value, label: [...names, counted(total, ['building', 'buildings'])].join(', ') };
    });
}

/** Returns the match of a filter value against normalized texts, the same as in the list. */
function matcherOf(name: CondoFilter, value: string): (key: string) => boolean {
  if ('isCanton' in condoFields[name] && apiKind().isEmbedded) {
    const filterValue = readCantonFilter(value);
    return (key) => passesCanton(filterValue, key);
  }
  const filterValue = searchText(value);
  return (key) => key.includes(filterValue);
}

/** Other names of a canton: "Zürich" and "Zurich" for "ZH" and vice versa. Empty for any other text. */
function otherCantonNames(text: string): readonly string[] {
  return cantonNames(text).filter((name) => searchText(name) !== searchText(text).trim());
}
