import { memo } from 'react';
import { cantonNames, fitsCanton, readCantonFilter } from '~/condos/cantons';
import { condoFields, type Condo } from '~/condos/fields';
import type { FilterName } from '~/fields/fields';
import { filtersOf, isTextFilter } from '~/fields/filters';
import { readText } from '~/fields/reading';
import { findText, findWords, hasWords, searchText } from '~/fields/search-text';
import { counted } from '~/kit/ui/list-count';
import { compareNames } from '~/language/format';
import { apiKind } from '~/rpc/api-kind';

const FILTER_TEXTS = filtersOf(condoFields).filter(isTextFilter);

/** Number of suggested values of a filter, the most frequent first. */
const VALUES_LIMIT = 200;

/** The lists that the filters' inputs name: the values there are in all buildings. */
export const FilterLists = memo(function FilterLists({ condos }: { condos: readonly Condo[] }) {
  return FILTER_TEXTS.map(({ field }) => (
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

/**
 * The values of a filter that exist, the most frequent first. Each has a label that is shown next to it:
 * other names of a canton, and the number of matching buildings.
 */
export function filterValues(condos: readonly Condo[], name: CondoFilter) {
  const counts = new Map<string, number>();
  for (const condo of condos) {
    const value = readText(condo[name])?.trim();
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const stored = [...counts].map(([value, count]) => ({ key: findText(value), count }));
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

/** Returns the match of a filter value against texts as findText() has them, the same as in the list. */
function matcherOf(name: CondoFilter, value: string): (key: string) => boolean {
  if ('isCanton' in condoFields[name] && apiKind().isEmbedded) {
    const filterValue = readCantonFilter(value);
    return (key) => fitsCanton(filterValue, key);
  }
  const words = findWords(value);
  return (key) => hasWords(key, words);
}

/** Other names of a canton: "Zürich" and "Zurich" for "ZH" and vice versa. Empty for any other text. */
function otherCantonNames(text: string): readonly string[] {
  return cantonNames(text).filter((name) => searchText(name) !== searchText(text).trim());
}
