import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ComboboxField } from '~/components/form/combobox-field';
import { queryNotice } from '~/components/form/query-notice';
import type { Apartment } from '~/contract/apartment-reading';
import { apartmentQueries } from '~/data/apartments/apartments.queries';
import { dash } from '~/lib/format';
import { t } from '~/lib/texts';

const NO_APARTMENT = {
  value: null,
  get label() {
    return t`No specific apartment`;
  },
};

/** The apartments of one building, and "No specific apartment". Rendered in the form's apartment_id field. */
export function ApartmentChoice({ condoId, required }: { condoId: number; required: boolean }) {
  const apartments = useQuery(apartmentQueries.ofCondo(condoId));
  const options = useMemo(
    () => [NO_APARTMENT, ...(apartments.data ?? []).flatMap(toOption)],
    [apartments.data],
  );
  return (
    <ComboboxField
      label={t`Apartment`}
      required={required}
      placeholder={t`Select an apartment`}
      options={options}
      notice={queryNotice(apartments, {
        loading: t`Loading apartments...`,
        error: t`Error loading apartments.`,
      })}
    />
  );
}

/** "Unit 12 (Floor 3)"; the floor is optional. */
export function apartmentLabel({ apartment_number, floor_number }: Apartment): string {
  const floor = floor_number === null ? '' : t` (Floor ${floor_number})`;
  return t`Unit ${dash(apartment_number)}${floor}`;
}

function toOption(apartment: Apartment) {
  return apartment.id === null ? [] : [{ value: apartment.id, label: apartmentLabel(apartment) }];
}
