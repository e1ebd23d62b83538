import { X } from 'lucide-react';
import {
  useRef,
  type KeyboardEvent,
  Fragment,
  useEffect,
  useImperativeHandle,
  type Ref,
} from 'react';
import { FieldFrame } from '~/kit/form/field-frame';
import { Button } from '~/kit/ui/button';
import { Checkbox, Input, Label } from '~/kit/ui/input';
import { addParkingSpots, NO_PARKING, apartmentFields, type Apartment } from '~/apartments/fields';
import { readItem, storeItem } from '~/kit/ui/storage';
import { t, translate } from '~/language/texts';
import { mayI } from '~/rpc/own-rights';
import type { AnyFormApi } from '@tanstack/react-form';
import { ComboboxField } from '~/kit/form/combobox-field';
import { FormField } from '~/kit/form/form-field';
import { fieldProps, RecordField } from '~/kit/form/record-field';
import { RecordForm } from '~/kit/form/record-form';
import type { RecordCalls } from '~/kit/form/conflict/save-or-conflict';
import { focusField } from '~/kit/form/server-errors';
import { SubmitButton } from '~/kit/form/submit-button';
import { useStoredRecordForm } from '~/kit/form/use-stored-record-form';
import type { ComboboxOption } from '~/kit/form/combobox-control';
import { apartmentFormSchema, toApartmentPayload, type ApartmentCreate } from '~/apartments/schema';
import { ProposeChanges } from '~/proposals/propose-changes';
import type { Versioned } from '~/rpc/versioned';
import {
  apartmentFormValuesSchema,
  apartmentShape,
  type ApartmentFormValues,
} from './apartment-form-values';
import { AddedApartments } from './apartment-series';
import { apartmentDraftKey } from './drafted-apartment';

export interface ParkingValue {
  spots: readonly string[];
  none: boolean;
  /** The typed spot that is not added yet. */
  entry: string;
}

interface ParkingSpotsFieldProps {
  value: ParkingValue;
  onChange: (value: ParkingValue) => void;
  errors: readonly unknown[];
  disabled: boolean;
}

/** Adding a spot unticks None, ticking None clears the spots, and removing the last spot ticks None. */
export function ParkingSpotsField({ value, onChange, errors, disabled }: ParkingSpotsFieldProps) {
  const { spots, none, entry } = value;
  const input = useRef<HTMLInputElement>(null);

  const add = () => {
    const next = addParkingSpots(spots, entry);
    onChange({ spots: next, none: none && next.length === 0, entry: '' });
    input.current?.focus();
  };
  const remove = (spot: string) => {
    const next = spots.filter((other) => other !== spot);
    onChange({ ...value, spots: next, none: next.length === 0 });
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Enter adds the spot; it does not submit the form.
    event.preventDefault();
    add();
  };

  return (
    <FieldFrame label={t`Parking Spots`} errors={errors}>
      {(control) => (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="flex min-w-0 flex-1 basis-48 gap-2">
              <Input
                {...control}
                ref={input}
                autoComplete="off"
                disabled={disabled}
                value={entry}
                onChange={(event) => onChange({ ...value, entry: event.target.value })}
                onKeyDown={onKeyDown}
              />
              <Button variant="secondary" disabled={disabled} onClick={add}>
                {t`Add`}
              </Button>
            </span>
            <Label className="flex min-h-10 items-center gap-2">
              <Checkbox
                checked={none}
                disabled={disabled}
                onCheckedChange={(checked) =>
                  onChange({ ...value, none: checked, spots: checked ? [] : spots })
                }
              />
              {translate(NO_PARKING)}
            </Label>
          </div>
          {spots.length > 0 && (
            <ul aria-label={t`Parking spots`} className="flex flex-wrap gap-2">
              {spots.map((spot) => (
                <li
                  key={spot}
                  className="flex items-center gap-1 rounded-md bg-accent-soft py-1 pr-1 pl-2.5 wrap-anywhere text-accent-text"
                >
                  {spot}
                  <button
                    type="button"
                    aria-label={t`Remove parking spot ${spot}`}
                    disabled={disabled}
                    className="grid size-6 shrink-0 place-items-center rounded-sm hover:bg-surface"
                    onClick={() => remove(spot)}
                  >
                    <X aria-hidden className="size-4" />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </FieldFrame>
  );
}

interface ApartmentFormProps extends RecordCalls<Apartment, ApartmentCreate> {
  /** The apartment being edited; none for a new one. */
  apartment?: Versioned<Apartment>;
  /** The buildings to choose from; a single one is preselected. Missing if the building is given. */
  condos?: readonly ComboboxOption<number>[];
  condoId?: number;
  initial?: Partial<ApartmentFormValues>;
  /** `isDone` is false if something was typed while the form was being saved. */
  onSaved: (isDone: boolean) => Promise<void> | void;
  /** Adds "Create and add another" (Ctrl+Enter). It is called with the added values instead of onSaved. */
  onNext?: (added: ApartmentFormValues) => void;
  /** Apartments added in this series, newest first. If given, the fields that differ per unit come first. */
  added?: readonly ApartmentFormValues[];
  /** Number of apartments that the building has, and its number of units, if known. */
  count?: number | null;
  units?: number | null;
  onServerError: (error: unknown) => void;
  onCancel?: () => void;
  /** Called when Escape is pressed in a field while nothing is being saved. */
  onEscape?: () => void;
  /** Receives the form, so that a dialog can ask before it closes. */
  handle?: Ref<AnyFormApi>;
}

/**
 * Storage key of the field in which an apartment was last saved in this tab. The next apartment's form
 * opens there.
 */
const LAST_FIELD = 'apartment_field';

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
    onSaved: (saved): Promise<void> | void => {
      if (apartment) storeItem(LAST_FIELD, saved?.dataset.field ?? null, 'session');
      if (!onNext || !isForNext.current) return onSaved(record.form.state.isDefaultValue);
      onNext(record.form.state.values);
      return undefined;
    },
    rename: WIRE_NAMES,
  });
  const { form, element } = record;

  useImperativeHandle(handle, () => form, [form]);

  const isStored = apartment !== undefined;
  const isBuildingKnown = isStored || (condoId ?? initial?.condo_id) !== undefined;
  useEffect(() => {
    const first = isBuildingKnown ? 'apartment_number' : undefined;
    focusField(element.current, (isStored ? readItem(LAST_FIELD, 'session') : null) ?? first);
  }, [element, isStored, isBuildingKnown]);

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
      proposes
      record={record}
      className="sm:grid-cols-2 lg:grid-cols-3"
      events={{
        onKeyDown(event) {
          // The Escape of a dialog inside this form bubbles here through React's tree only, so the focus
          // decides.
          const isOwn = element.current?.contains(document.activeElement) === true;
          if (
            event.key === 'Escape' &&
            isOwn &&
            !event.defaultPrevented &&
            !form.state.isSubmitting
          )
            onEscape?.();
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !nextButton.current)
            return;
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
        <ProposeChanges
          kind="apartment"
          record={record}
          toRecord={(values: ApartmentFormValues, stored: Apartment | undefined) =>
            toApartmentPayload(apartmentFormSchema.parse(values), stored)
          }
          onProposed={onCancel}
        />
        {onNext && mayI('write') && (
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
