import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { queryNotice } from '~/components/form/query-notice';
import { FilterBar } from '~/components/list/filter-bar';
import { FilterControl, FilterSwitch } from '~/components/list/filter-control';
import { ListHeader } from '~/components/list/list-header';
import { useSetSearch } from '~/components/list/use-set-search';
import { Combobox } from '~/components/ui/combobox';
import { allCondosQuery, unnamedCondo } from '~/data/condos/condo-options';
import type { UserQuery } from '~/data/users/user-search';
import { apiKind } from '~/lib/api-kind';
import { detailOrMessage } from '~/lib/app-error';
import { msg, t } from '~/lib/texts';
import { UsersList } from './users-list';

/** Users Management (docs/behaviour.md, "People"). Search, building and page are in the URL. */
export function UsersPage({ query, exporting }: { query: UserQuery; exporting?: ReactNode }) {
  const setSearch = useSetSearch<UserQuery>();
  return (
    <>
      <ListHeader
        title={t`Users Management`}
        exporting={exporting}
        add={t`Invite New User`}
        to="/users/invite"
      />
      <UsersToolbar
        query={query}
        onChange={(change, options) => setSearch({ ...change, page: 1 }, options)}
      />
      <UsersList query={query} onPage={(page, options) => setSearch({ page }, options)} />
    </>
  );
}

interface UsersToolbarProps {
  query: UserQuery;
  onChange: (change: Partial<UserQuery>, options?: { replace: boolean }) => void;
}

const SEARCH_FIELD = [
  { name: 'search', label: msg`Search`, placeholder: msg`Search users by email or name...` },
] as const;

/** Search and building of the user list and, where the API knows it, who is inactive. */
function UsersToolbar({ query, onChange }: UsersToolbarProps) {
  return (
    <FilterBar
      fields={SEARCH_FIELD}
      values={{ search: query.search }}
      onChange={({ search }, options) => onChange({ search }, options)}
      childrenInUse={Number(query.condo_id !== null) + Number(query.inactive !== '')}
      className="roomy:grid-cols-2 roomy:max-lg:*:first:col-span-full roomy:lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]"
    >
      <CondoFilter condoId={query.condo_id} onChange={(condo_id) => onChange({ condo_id })} />
      {apiKind().isEmbedded && (
        <FilterSwitch
          label={t`Inactive`}
          checked={query.inactive === 'only'}
          onChange={(checked) => onChange({ inactive: checked ? 'only' : '' })}
        />
      )}
    </FilterBar>
  );
}

const ALL_BUILDINGS = {
  value: null,
  get label() {
    return t`All Buildings`;
  },
};

interface CondoFilterProps {
  condoId: number | null;
  onChange: (condoId: number | null) => void;
}

/** "All Buildings" and every building; they are fetched when the filter gets the focus. */
function CondoFilter({ condoId, onChange }: CondoFilterProps) {
  const [wanted, setWanted] = useState(false);
  const condos = useQuery({ ...allCondosQuery, enabled: wanted || condoId !== null });
  const options = useMemo(() => [ALL_BUILDINGS, ...(condos.data ?? [])], [condos.data]);
  return (
    <FilterControl
      label={t`Building`}
      printed={
        condoId === null
          ? ''
          : (options.find(({ value }) => value === condoId)?.label ?? unnamedCondo(condoId))
      }
    >
      {(id) => (
        <Combobox<number | null>
          control={{ id }}
          labelId={`${id}-label`}
          options={options}
          value={condoId}
          onChange={onChange}
          onIntent={() => setWanted(true)}
          {...(condoId !== null && { unknownLabel: unnamedCondo(condoId) })}
          notice={queryNotice(condos, {
            loading: t`Loading buildings...`,
            error: t`Error loading condos: ${detailOrMessage(condos.error)}`,
          })}
        />
      )}
    </FilterControl>
  );
}
