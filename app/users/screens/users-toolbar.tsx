import { INVITABLE_ROLES } from '~/users/roles';
import { CondoFilter } from '~/condos/condo-filter';
import { FilterBar, searchFields, type FilterField } from '~/kit/list/filter-bar';
import { FilterSwitch } from '~/kit/list/filter-control';
import type { ListFilterProps } from '~/kit/list/list-screen';
import { roleParam, type UserQuery } from '~/users/search';
import { apiKind } from '~/rpc/api-kind';
import { cn } from '~/kit/ui/cn';
import { msg, t } from '~/language/texts';

const SEARCH_FIELDS: ReadonlyArray<FilterField<'search' | 'role'>> = searchFields(
  msg`Search users by email or name...`,
);
const EMBEDDED_FIELDS = SEARCH_FIELDS.concat({
  name: 'role',
  label: msg`Role`,
  kind: 'choice',
  options: INVITABLE_ROLES,
});

/** Search and building of the user list. If the API supports it, also the role and inactive people. */
export function UsersToolbar({ values, onChange }: ListFilterProps<UserQuery>) {
  const { isEmbedded } = apiKind();
  return (
    <FilterBar
      fields={isEmbedded ? EMBEDDED_FIELDS : SEARCH_FIELDS}
      values={values}
      onChange={({ search, role }, options) => onChange({ search, role: roleParam(role) }, options)}
      childrenInUse={Number(values.condo_id !== null) + Number(values.inactive !== '')}
      className={cn(
        'roomy:grid-cols-2 roomy:max-lg:*:first:col-span-full',
        isEmbedded
          ? 'roomy:lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]'
          : 'roomy:lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]',
      )}
    >
      <CondoFilter condoId={values.condo_id} onChange={(condo_id) => onChange({ condo_id })} />
      {isEmbedded && (
        <FilterSwitch
          label={t`Inactive`}
          checked={values.inactive === 'only'}
          onChange={(checked) => onChange({ inactive: checked ? 'only' : '' })}
        />
      )}
    </FilterBar>
  );
}
