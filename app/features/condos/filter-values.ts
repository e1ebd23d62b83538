import type { condoFields } from '~/contract/condo-fields';
import type { Condo } from '~/contract/condo-reading';
import type { FilterName } from '~/contract/fields';
import { readText } from '~/contract/reading';
import { otherCantonNames } from './canton-names';

/** So many values of a filter are suggested, the most frequent ones. */
const VALUES_LIMIT = 200;

/** The filters that suggest values: each is a field of the building. */
type CondoFilter = FilterName<typeof condoFields>;

/** A value that buildings have. */
export interface FilterValue {
  value: string;
  /** Beside it: other names of a canton, and how many buildings have it. */
  label: string;
}

/** The values of a filter that exist, the most frequent first. */
export function filterValues(condos: readonly Condo[], name: CondoFilter): FilterValue[] {
  const counts = new Map<string, number>();
  for (const condo of condos) {
    const value = readText(condo[name])?.trim();
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([a, countA], [b, countB]) => countB - countA || a.localeCompare(b))
    .slice(0, VALUES_LIMIT)
    .map(([value, count]) => ({
      value,
      label: [...(name === 'state' ? otherCantonNames(value) : []), counted(count)].join(', '),
    }));
}

function counted(count: number): string {
  return count === 1 ? '1 building' : `${count} buildings`;
}
