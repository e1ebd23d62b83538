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

/** Number of values that a filter suggests, most frequent first. */
const VALUES_LIMIT = 200;

/** Suggestions for the filters' inputs: the values that exist in all buildings. */
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

/** Filters with suggestions. Each is named like its field. */
type CondoFilter = FilterName<typeof condoFields>;

/**
 * The existing values of a filter, most frequent first. Each has a label that is shown next to it: other
 * names of a canton, and the number of matching buildings.
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

/**
 * Returns the function that matches a filter value against texts in the form of findText(), as the list
 * does.
 */
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
