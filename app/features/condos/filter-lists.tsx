import { condoFields } from '~/contract/condo-fields';
import type { Condo } from '~/contract/condo-reading';
import { filtersOf } from '~/contract/filters';
import { memo } from 'react';
import { filterValues } from './filter-values';

const TEXTS = filtersOf(condoFields).filter(({ kind }) => kind === 'text' || kind === 'canton');

/** The lists that the filters' inputs name: the values there are in all buildings. */
export const FilterLists = memo(function FilterLists({ condos }: { condos: readonly Condo[] }) {
  return TEXTS.map(({ field }) => (
    <datalist key={field} id={`condo-${field}`}>
      {filterValues(condos, field).map(({ value, label }) => (
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its label; a text would be found on the page
        <option key={value} value={value} label={label} />
      ))}
    </datalist>
  ));
});
