import type { AnyFormApi } from '@tanstack/react-form';
import { Fragment, useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import { ComboboxField } from '~/kit/form/combobox-field';
import { FormField } from '~/kit/form/form-field';
import { fieldProps, RecordField } from '~/kit/form/record-field';
import { RecordForm } from '~/kit/form/record-form';
import type { RecordCalls } from '~/kit/form/conflict/save-or-conflict';
import { SubmitButton } from '~/kit/form/submit-button';
import { useStoredRecordForm } from '~/kit/form/use-stored-record-form';
import { Button } from '~/kit/ui/button';
import type { ComboboxOption } from '~/kit/form/combobox';
import type { ApartmentCreate } from '~/apartments/apartment';
import { apartmentFields } from '~/apartments/apartment-fields';
import type { Apartment } from '~/apartments/apartment-reading';
import type { Versioned } from '~/rpc/versioned';
import { t } from '~/language/texts';
import { apartmentDraftKey } from './apartment-drafts';
import {
  apartmentFormValuesSchema,
  apartmentShape,
  type ApartmentFormValues,
} from './apartment-form-values';
import { AddedApartments } from './added-apartments';
import { ParkingSpotsField } from './parking-spots-field';

interface ApartmentFormProps extends RecordCalls<Apartment, ApartmentCreate> {
  /** The apartment being edited; none for a new one. */
  apartment?: Versioned<Apartment>;
  /** The buildings to choose from; a single one is preselected. Left out where the building is given. */
  condos?: readonly ComboboxOption<number>[];
  condoId?: number;
  initial?: Partial<ApartmentFormValues>;
  /** `isDone`: nothing has been typed while it was saved. */
  onSaved: (isDone: boolean) => Promise<void> | void;
  /** Adds "Create and add another" (Ctrl+Enter), and is called with what was added instead of onSaved. */
  onNext?: (added: ApartmentFormValues) => void;
  /**
   * Apartments added in this series, the newest first. With it the fields that differ per unit come first.
   */
  added?: readonly ApartmentFormValues[];
  /** Number of apartments that the building has, and its number of units, if known. */
  count?: number | null;
  units?: number | null;
  onServerError: (error: unknown) => void;
  onCancel?: () => void;
  /** Escape was pressed in a field, while nothing is being saved. */
  onEscape?: () => void;
  /** Gets the form, for the questions of a dialog before it closes. */
  handle?: Ref<AnyFormApi>;
}

const WIRE_NAMES = { parking_spot_number: 'parking_spot_numbers' };

/** The apartment form (docs/behaviour/apartments.md), on the building page and the apartments screens. */
export function ApartmentForm(props: ApartmentFormProps) {
  const {
    apartment,
    condos,
    condoId,
    initial,
    onSaved,
    onNext,
    added = [],
    count,
    units,
    onCancel,
    onEscape,
    handle,
    ...calls
  } = props;
  const nextButton = useRef<HTMLButtonElement>(null);
  const isForNext = useRef(false);
  const onlyCondo = condos?.length === 1 ? condos[0]?.value : undefined;
  const record = useStoredRecordForm({
    ...calls,
    draftKey: apartmentDraftKey(apartment?.id ?? null, condoId),
    schema: apartmentFormValuesSchema,
    shape: apartmentShape(condoId ?? onlyCondo, initial),
    stored: apartment,
    onSaved: (): Promise<void> | void => {
      if (!onNext || !isForNext.current) return onSaved(record.form.state.isDefaultValue);
      onNext(record.form.state.values);
      return undefined;
    },
    rename: WIRE_NAMES,
  });
  const { form, element } = record;

  useImperativeHandle(handle, () => form, [form]);

  const isBuildingKnown = condoId !== undefined || initial?.condo_id !== undefined;
  useEffect(() => {
    const first = isBuildingKnown ? 'input[name=apartment_number]' : 'input, select';
    const control = element.current?.querySelector<HTMLElement>(first);
    control?.focus();
    // Typing replaces a proposed number.
    if (control instanceof HTMLInputElement) control.select();
  }, [element, isBuildingKnown]);

  const kept = (
    <Fragment key="kept">
      <RecordField fields={apartmentFields} name="floor_number" />
      <RecordField fields={apartmentFields} name="bedrooms" />
      <RecordField fields={apartmentFields} name="bathrooms" />
    </Fragment>
  );
  const own = (
    <Fragment key="own">
      <RecordField fields={apartmentFields} name="sqmt" />
      <form.Field name="parking_spot_numbers">
        {(spots) => (
          <form.Subscribe
            selector={({ values, fieldMeta, isSubmitting }) => ({
              none: values.no_parking,
              entry: values.parking_entry,
              entryErrors: fieldMeta.parking_entry?.errors ?? [],
              isSubmitting,
            })}
          >
            {({ none, entry, entryErrors, isSubmitting }) => (
              <ParkingSpotsField
                value={{ spots: spots.state.value, none, entry }}
                onChange={(parking) => {
                  spots.handleChange([...parking.spots]);
                  form.setFieldValue('no_parking', parking.none);
                  form.setFieldValue('parking_entry', parking.entry);
                }}
                errors={[spots.state.meta.errors, entryErrors].flat()}
                disabled={isSubmitting}
              />
            )}
          </form.Subscribe>
        )}
      </form.Field>
    </Fragment>
  );
  return (
    <RecordForm
      record={record}
      className="sm:grid-cols-2 lg:grid-cols-3"
      events={{
        onKeyDown(event) {
          // A dialog's own Escape comes here by React's tree alone.
          const isOwn = element.current?.contains(document.activeElement) === true;
          if (
            event.key === 'Escape' &&
            isOwn &&
            !event.defaultPrevented &&
            !form.state.isSubmitting
          )
            onEscape?.();
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !onNext) return;
          event.preventDefault();
          if (!event.repeat) event.currentTarget.requestSubmit(nextButton.current);
        },
        onSubmitCapture({ nativeEvent }) {
          if (form.state.isSubmitting) return;
          isForNext.current =
            nativeEvent instanceof SubmitEvent &&
            nativeEvent.submitter !== null &&
            nativeEvent.submitter === nextButton.current;
        },
      }}
    >
      {condos && (
        <FormField<ApartmentFormValues> name="condo_id">
          <ComboboxField
            {...fieldProps(apartmentFields.condo_id)}
            placeholder={t`Select a building`}
            options={condos}
            className="col-span-full"
          />
        </FormField>
      )}
      <RecordField fields={apartmentFields} name="apartment_number" autoComplete="off" />
      {added.length > 0 ? [own, kept] : [kept, own]}
      <RecordField fields={apartmentFields} name="notes" rows={3} className="col-span-full" />
      <div className="col-span-full flex flex-wrap gap-3">
        <SubmitButton
          label={apartment ? t`Update Apartment` : t`Create Apartment`}
          busyLabel={t`Saving...`}
        />
        {onNext && (
          <form.Subscribe selector={({ isSubmitting }) => isSubmitting}>
            {(isSubmitting) => (
              <Button
                ref={nextButton}
                type="submit"
                variant="secondary"
                disabled={isSubmitting}
                aria-keyshortcuts="Control+Enter"
              >
                {t`Create and add another`}
              </Button>
            )}
          </form.Subscribe>
        )}
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            {t`Cancel`}
          </Button>
        )}
        <AddedApartments added={added} count={count} units={units} />
      </div>
    </RecordForm>
  );
}
