import { useStore, type AnyFormApi } from '@tanstack/react-form';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Apartment } from '~/apartments/fields';
import { apartmentQueries } from '~/apartments/queries';
import { allCondosQuery } from '~/condos/queries';
import { fieldsOf, readId, readText } from '~/fields/reading';
import { queryNotice } from '~/kit/form/combobox';
import { ComboboxField } from '~/kit/form/combobox-field';
import { FormField } from '~/kit/form/form-field';
import { fieldProps } from '~/kit/form/record-field';
import { textOrDash } from '~/language/format';
import { t } from '~/language/texts';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { associationFields, needsApartment } from '~/users/fields';

interface HomeFieldsProps {
  /** Has condo_id, apartment_id and role. */
  form: AnyFormApi;
  asksCondo?: boolean;
  /** Without a building there is no association. */
  isOptional?: boolean;
  asksApartment?: boolean;
  /** The role does not matter, and an apartment is needed. */
  isMove?: boolean;
}

/** Building and, once that is chosen, apartment. */
export function HomeFields(props: HomeFieldsProps) {
  const {
    form,
    asksCondo = true,
    asksApartment = true,
    isMove = false,
    isOptional = false,
  } = props;
  const condoId = useStore(form.store, ({ values }) => readId(fieldsOf(values).condo_id));
  const role = useStore(form.store, ({ values }) => readText(fieldsOf(values).role));
  return (
    <>
      {asksCondo && (
        <FormField name="condo_id">
          <CondoField
            required={!isOptional}
            onPicked={() => form.setFieldValue('apartment_id', undefined)}
          />
        </FormField>
      )}
      {asksApartment && condoId !== null && (
        <FormField key={condoId} name="apartment_id">
          <ApartmentField
            condoId={condoId}
            required={isMove || needsApartment(role)}
            hasNone={!isMove}
          />
        </FormField>
      )}
    </>
  );
}

/** An apartment of the previous building does not belong to another one. */
function CondoField({ required, onPicked }: { required: boolean; onPicked: () => void }) {
  const condos = useQuery(allCondosQuery);
  return (
    <ComboboxField
      {...fieldProps(associationFields.condo_id)}
      required={required}
      placeholder={t`Select a building`}
      options={condos.data ?? []}
      onPicked={onPicked}
      notice={queryNotice(condos, {
        loading: t`Loading buildings...`,
        error: t`Error loading condos: ${detailOrMessage(condos.error)}`,
      })}
    />
  );
}

const NO_APARTMENT = {
  value: null,
  get label() {
    return t`No specific apartment`;
  },
};

interface ApartmentFieldProps {
  condoId: number;
  required: boolean;
  /** Offers "No specific apartment". */
  hasNone: boolean;
}

function ApartmentField({ condoId, required, hasNone }: ApartmentFieldProps) {
  const apartments = useQuery(apartmentQueries.ofCondo(condoId));
  const options = useMemo(
    () => [...(hasNone ? [NO_APARTMENT] : []), ...(apartments.data ?? []).flatMap(toOption)],
    [apartments.data, hasNone],
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
function apartmentLabel({ apartment_number, floor_number }: Apartment): string {
  const floor = floor_number === null ? '' : t` (Floor ${floor_number})`;
  return t`Unit ${textOrDash(apartment_number)}${floor}`;
}

function toOption(apartment: Apartment) {
  return apartment.id === null ? [] : [{ value: apartment.id, label: apartmentLabel(apartment) }];
}
