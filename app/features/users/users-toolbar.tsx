import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { queryNotice } from '~/components/form/query-notice';
import { FilterBar } from '~/components/list/filter-bar';
import { Combobox } from '~/components/ui/combobox';
import { Label } from '~/components/ui/label';
import { allCondosQuery, unnamedCondo } from '~/data/condos/condo-options';
import { detailOrMessage } from '~/lib/app-error';

interface UsersToolbarProps {
  search: string;
  condoId: number | null;
  onSearch: (search: string, options: { replace: boolean }) => void;
  onCondo: (condoId: number | null) => void;
}

const SEARCH_FIELD = [
  { name: 'search', label: 'Search', placeholder: 'Search users by email or name...' },
] as const;

/** Search and building filter of the user list. */
export function UsersToolbar({ search, condoId, onSearch, onCondo }: UsersToolbarProps) {
  return (
    <FilterBar
      fields={SEARCH_FIELD}
      values={{ search }}
      onChange={(values, options) => onSearch(values.search, options)}
      className="md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
    >
      <CondoFilter condoId={condoId} onChange={onCondo} />
    </FilterBar>
  );
}

const ALL_BUILDINGS = { value: null, label: 'All Buildings' };

interface CondoFilterProps {
  condoId: number | null;
  onChange: (condoId: number | null) => void;
}

/** "All Buildings" and every building; they are fetched when the filter gets the focus. */
function CondoFilter({ condoId, onChange }: CondoFilterProps) {
  const [wanted, setWanted] = useState(false);
  const condos = useQuery({ ...allCondosQuery, enabled: wanted || condoId !== null });
  const options = useMemo(() => [ALL_BUILDINGS, ...(condos.data ?? [])], [condos.data]);
  const id = useId();
  return (
    <div className="grid content-start gap-1.5">
      <Label id={`${id}-label`} htmlFor={id}>
        Building
      </Label>
      <Combobox<number | null>
        control={{ id }}
        labelId={`${id}-label`}
        options={options}
        value={condoId}
        onChange={onChange}
        onIntent={() => setWanted(true)}
        {...(condoId !== null && { unknownLabel: unnamedCondo(condoId) })}
        notice={queryNotice(condos, {
          loading: 'Loading buildings...',
          error: `Error loading condos: ${detailOrMessage(condos.error)}`,
        })}
      />
    </div>
  );
}
