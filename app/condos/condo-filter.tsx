import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryNotice } from '~/kit/form/combobox-control';
import { lazyCombobox } from '~/kit/form/lazy-combobox';
import { FilterControl } from '~/kit/list/filter-control';
import { t } from '~/language/texts';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { allCondosQuery, unnamedCondo } from './queries';

const ALL_BUILDINGS = {
  value: null,
  get label() {
    return t`All Buildings`;
  },
};

const LazyCombobox = lazyCombobox(() => import('~/kit/form/combobox'));

interface CondoFilterProps {
  condoId: number | null;
  onChange: (condoId: number | null) => void;
}

/** A choice of "All Buildings" or one building. The buildings are fetched when the filter gets the focus. */
export function CondoFilter({ condoId, onChange }: CondoFilterProps) {
  const [needsCondos, setNeedsCondos] = useState(false);
  const condos = useQuery({ ...allCondosQuery, enabled: needsCondos || condoId !== null });
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
        <LazyCombobox<number | null>
          control={{ id }}
          labelId={`${id}-label`}
          options={options}
          value={condoId}
          onChange={onChange}
          onIntent={() => setNeedsCondos(true)}
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
