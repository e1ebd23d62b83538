import { needsApartment } from '~/users/roles';
import { useStore } from '@tanstack/react-form';
import { useQuery } from '@tanstack/react-query';
import { use, useMemo } from 'react';
import type { Apartment } from '~/apartments/fields';
import { apartmentQueries } from '~/apartments/queries';
import { allCondosQuery } from '~/condos/queries';
import { fieldsOf, readId, readText } from '~/fields/reading';
import { queryNotice } from '~/kit/form/combobox-control';
import { ComboboxField } from '~/kit/form/combobox-field';
import { formContext } from '~/kit/form/field-frame';
import { FormField } from '~/kit/form/form-field';
import { fieldProps } from '~/kit/form/record-field';
import { textOrDash } from '~/language/format';
import { t } from '~/language/texts';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { associationFields } from '~/users/fields';

/** The building of a home. */
export function CondoField({ required = true }: { required?: boolean }) {
  const form = use(formContext);
  const condos = useQuery(allCondosQuery);
  return (
    <FormField name="condo_id">
      <ComboboxField
        {...fieldProps(associationFields.condo_id)}
        required={required}
        placeholder={t`Select a building`}
        options={condos.data ?? []}
        // The chosen apartment belongs to the previous building.
        onPicked={() => form.setFieldValue('apartment_id', undefined)}
        notice={queryNotice(condos, {
          loading: t`Loading buildings...`,
          error: t`Error loading condos: ${detailOrMessage(condos.error)}`,
        })}
      />
    </FormField>
  );
}

const NO_APARTMENT = {
  value: null,
  get label() {
    return t`No specific apartment`;
  },
};

interface ApartmentFieldProps {
  /** True for a move, in which the role does not matter. */
  isMove?: boolean;
  /** True if a value is required. If it is missing, the role decides. */
  required?: boolean;
  hint?: string;
}

/** The apartment of a home, once its building is known. */
export function ApartmentField({ isMove = false, required, hint }: ApartmentFieldProps) {
  const { store } = use(formContext);
  const condoId = useStore(store, ({ values }) => readId(fieldsOf(values).condo_id));
  const role = useStore(store, ({ values }) => readText(fieldsOf(values).role));
  const apartments = useQuery({
    ...apartmentQueries.ofCondo(condoId ?? 0),
    enabled: condoId !== null,
  });
  const options = useMemo(
    () => [...(isMove ? [] : [NO_APARTMENT]), ...(apartments.data ?? []).flatMap(toOption)],
    [apartments.data, isMove],
  );
  if (condoId === null) return null;
  return (
    <FormField key={condoId} name="apartment_id">
      <ComboboxField
        label={t`Apartment`}
        hint={hint}
        required={required ?? (isMove || needsApartment(role))}
        placeholder={t`Select an apartment`}
        options={options}
        notice={queryNotice(apartments, {
          loading: t`Loading apartments...`,
          error: t`Error loading apartments.`,
        })}
      />
    </FormField>
  );
}

/** "Unit 12 (Floor 3)"; the floor is optional. */
function apartmentLabel({ apartment_number, floor_number }: Apartment): string {
  const floor = floor_number === null ? '' : t` (Floor ${floor_number})`;
  return t`Unit ${textOrDash(apartment_number)}${floor}`;
}

function toOption(apartment: Apartment) {
  return apartment.id === null ? [] : [{ value: apartment.id, label: apartmentLabel(apartment) }];
}
