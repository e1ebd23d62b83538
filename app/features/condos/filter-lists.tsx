import { condoFields } from '~/contract/condo-fields';
import type { Condo } from '~/contract/condo-reading';
import { filterNames } from '~/contract/fields';
import { memo } from 'react';
import { filterValues } from './filter-values';

/** The lists that the filters' inputs name: the values there are in all buildings. */
export const FilterLists = memo(function FilterLists({ condos }: { condos: readonly Condo[] }) {
  return filterNames(condoFields).map((name) => (
    <datalist key={name} id={`condo-${name}`}>
      {filterValues(condos, name).map(({ value, label }) => (
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its label; a text would be found on the page
        <option key={value} value={value} label={label} />
      ))}
    </datalist>
  ));
});
