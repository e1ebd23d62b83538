import { INVITABLE_ROLES } from '~/users/roles';
import { useCallback } from 'react';
import { CondoFilter } from '~/condos/condo-filter';
import { FilterBar, searchFields, type FilterField } from '~/kit/list/filter-bar';
import type { ListFilterProps } from '~/kit/list/list-screen';
import { useSetSearch } from '~/kit/list/use-sorting';
import { Button } from '~/kit/ui/button';
import type { ApartmentQuery } from '~/apartments/search';
import { apiKind } from '~/rpc/api-kind';
import { tenancyDayParam } from '~/rpc/list-search';
import { roleParam } from '~/users/search';
import { msg, t, translate } from '~/language/texts';

type Name = 'search' | 'role' | 'floor' | 'vacant_on';

const SEARCH_FIELDS: ReadonlyArray<FilterField<Name>> = searchFields(
  msg`Search apartments by unit number...`,
);
const EMBEDDED_FIELDS = SEARCH_FIELDS.concat([
  { name: 'role', label: msg`Role`, kind: 'choice', options: INVITABLE_ROLES },
  { name: 'floor', label: msg`Floor`, kind: 'number' },
  { name: 'vacant_on', label: msg`Vacant on`, kind: 'date' },
]);

/** A date input has years such as 0002 while a year is being typed. Those are ignored. */
const read = ({ role, vacant_on, ...texts }: Record<Name, string>) => ({
  ...texts,
  role: roleParam(role),
  vacant_on: tenancyDayParam(vacant_on),
});

/** Search of the apartments. If the API reports people, also filters by floor, building and people. */
export function ApartmentsToolbar(props: ListFilterProps<ApartmentQuery>) {
  const { values, onChange, onType } = props;
  const { isEmbedded } = apiKind();
  const type = useCallback((texts: Record<Name, string>) => onType?.(read(texts)), [onType]);
  return (
    <FilterBar
      fields={isEmbedded ? EMBEDDED_FIELDS : SEARCH_FIELDS}
      values={values}
      onChange={(texts, options) => onChange(read(texts), options)}
      onType={type}
      read={read}
      childrenInUse={Number(values.condo_id !== null)}
      className={
        isEmbedded
          ? 'roomy:grid-cols-2 roomy:max-lg:*:first:col-span-full roomy:lg:grid-cols-[minmax(0,2fr)_minmax(0,1.1fr)_minmax(0,0.7fr)_10.5rem_minmax(0,1.5fr)]'
          : ''
      }
    >
      {isEmbedded && (
        <CondoFilter condoId={values.condo_id} onChange={(condo_id) => onChange({ condo_id })} />
      )}
    </FilterBar>
  );
}

const VIEWS = { '': msg`Cards`, table: msg`Table` } as const;

/** Switches between cards and table. The choice is in the URL. */
export function ViewSwitch({ view: shown }: Pick<ApartmentQuery, 'view'>) {
  const setSearch = useSetSearch<ApartmentQuery>();
  return (
    <div role="group" aria-label={t`Show as`} className="flex max-sm:px-0!">
      {(['', 'table'] as const).map((view) => (
        <Button
          key={view}
          variant="secondary"
          aria-pressed={view === shown}
          className="not-first:rounded-l-none not-last:rounded-r-none not-last:border-r-0 aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
          onClick={() => setSearch({ view, page: 1 })}
        >
          {translate(VIEWS[view])}
        </Button>
      ))}
    </div>
  );
}
