import { useRef, useState } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { toast } from '~/kit/feedback/toast';
import {
  comparedFields,
  type ComparedField,
  type RecordShape,
} from '~/kit/form/conflict/record-shape';
import type { RecordCalls } from '~/kit/form/conflict/save-or-conflict';
import { focusSubmit } from '~/kit/form/server-errors';
import { FormField } from '~/kit/form/form-field';
import { fieldProps, RecordField } from '~/kit/form/record-field';
import { RecordForm } from '~/kit/form/record-form';
import { SubmitButton } from '~/kit/form/submit-button';
import { useStoredRecordForm } from '~/kit/form/use-stored-record-form';
import { Skeleton } from '~/kit/ui/skeleton';
import {
  condoFormSchema,
  type CondoForm as CondoTexts,
  toCondoFormData,
  type ImageValues,
  checkImageFile,
  CONDO_IMAGE_NAMES,
  type CondoImageName,
  BUILDING_IMAGE_SIZE_PX,
  FLAG_SIZE_PX,
} from '~/condos/schema';
import { condoFields, type Condo } from '~/condos/fields';
import { formValuesOf, recordOf } from '~/fields/field-values';
import { mapNames } from '~/fields/fields';
import { imageValue, removeImage, type ImageValue } from '~/fields/image';
import { SWITZERLAND } from '~/condos/cantons';
import { ProposeChanges } from '~/proposals/propose-changes';
import { searchText } from '~/fields/search-text';
import type { Versioned } from '~/rpc/versioned';
import { z } from '~/fields/zod';
import { msg, t, translate } from '~/language/texts';
import { ruleText } from '~/language/rules';

/** The building form's values: the contract's fields and the three images, by their names on the wire. */
type CondoFormValues = CondoTexts & ImageValues;

const condoFormValuesSchema = condoFormSchema.extend(
  // Images are checked when they are chosen, so an invalid one never reaches the schema.
  mapNames(CONDO_IMAGE_NAMES, () => z.custom<ImageValue>()),
);

const condoShape: RecordShape<Condo, CondoFormValues, FormData> = {
  noun: msg`building`,
  toValues: (condo) => ({
    ...formValuesOf(condoFields, condo),
    ...mapNames(CONDO_IMAGE_NAMES, (name) => imageValue(condo?.[`${name}_url`])),
  }),
  toStored: (values) => recordOf(condoFields, values),
  toBody: (values, condo) => toCondoFormData(condoFormSchema.parse(values), values, condo),
  compared: [...comparedFields(condoFields), ...CONDO_IMAGE_NAMES.map(comparedImage)],
};

function comparedImage(name: CondoImageName): ComparedField<CondoFormValues> {
  return {
    name,
    label: condoFields[`${name}_url`].label,
    textOf: ({ [name]: { existingUrl, file, removed } }) =>
      file ? `file ${file.name}` : removed ? '' : (existingUrl ?? ''),
    shown: ({ [name]: { existingUrl, file } }, side) =>
      side === 'theirs' && existingUrl !== null ? t`Another image` : (file?.name ?? t`Removed`),
    imageOf: (values) => values[name].existingUrl,
    // The earlier file no longer exists.
    replaced: true,
    merge: (side, mine, theirs) =>
      mapNames([name], () =>
        side === 'theirs' ? theirs[name] : applyImageChange(theirs[name], mine[name]),
      ),
  };
}

/** Applies the local change of an image to the value that someone else has saved. */
function applyImageChange(theirs: ImageValue, mine: ImageValue): ImageValue {
  if (mine.file) return { ...theirs, file: mine.file };
  return mine.removed ? removeImage(theirs) : theirs;
}

interface CondoFormProps extends RecordCalls<Condo, FormData> {
  condo?: Versioned<Condo>;
  draftKey: string;
  submitLabel: string;
  onSaved: () => Promise<void> | void;
  onServerError: (error: unknown) => void;
}

/** Image names in the order of the form. */
const IMAGES = ['image', 'country_flag', 'flag'] as const;

/** Properties of an image field. An invalid file is rejected with a toast. */
function imageProps(name: CondoImageName) {
  const isFlag = name !== 'image';
  const { width, height } = isFlag ? FLAG_SIZE_PX : BUILDING_IMAGE_SIZE_PX;
  return {
    ...fieldProps(condoFields[`${name}_url`]),
    validate: (file: File) => {
      const broken = checkImageFile(name, file);
      return broken && translate(ruleText(broken), broken);
    },
    onReject: toast.error,
    ...(isFlag
      ? { hint: t`Recommended size: ${width} x ${height}`, shape: 'square' as const }
      : {
          hint: t`Recommended size: ${width} x ${height} (landscape)`,
          className: 'md:max-xl:col-span-full',
        }),
  };
}

/** The building form (docs/behaviour/condos.md, "Form"). The typed values stay when saving fails. */
export function CondoForm(props: CondoFormProps) {
  const { condo, submitLabel, onSaved, ...calls } = props;
  const record = useStoredRecordForm({
    ...calls,
    drafted: condoFormSchema,
    schema: condoFormValuesSchema,
    shape: condoShape,
    stored: condo,
    onSaved: (element) => {
      focusSubmit(element);
      return onSaved();
    },
  });
  const { form } = record;
  const { fillPlace, places } = usePlaceOfZip({
    read: () => form.state.values,
    write: (name, text) => form.setFieldValue(name, text),
  });
  return (
    <RecordForm record={record} proposes className="md:grid-cols-2">
      <RecordField fields={condoFields} name="name" className="md:col-span-full" />
      <RecordField fields={condoFields} name="address" rows={3} className="md:col-span-full" />
      <RecordField
        fields={condoFields}
        name="city"
        list="places-of-zip"
        hint={
          places.length > 0 ? t`This zip code has several places: ${places.join(', ')}` : undefined
        }
      />
      <datalist id="places-of-zip">
        {places.map((place) => (
          // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- searches find texts
          <option key={place} value={place} label={place} />
        ))}
      </datalist>
      <RecordField fields={condoFields} name="state" />
      <RecordField fields={condoFields} name="zip_code" onChange={fillPlace} />
      <RecordField fields={condoFields} name="country" onChange={fillPlace} />
      <RecordField fields={condoFields} name="website" className="md:col-span-full" />
      <RecordField fields={condoFields} name="date_built" />
      <RecordField fields={condoFields} name="number_of_units" />
      <div className="grid gap-5 md:col-span-full md:grid-cols-2 xl:grid-cols-[2fr_1fr_1fr]">
        <ImagesPart fallback={IMAGES.map(imageSkeleton)}>
          {({ ImageField }) =>
            IMAGES.map((name) => (
              <FormField key={name} name={name}>
                <ImageField {...imageProps(name)} />
              </FormField>
            ))
          }
        </ImagesPart>
      </div>
      <RecordField fields={condoFields} name="description" rows={5} className="md:col-span-full" />
      <div className="flex flex-wrap items-center gap-3 md:col-span-full">
        <SubmitButton label={submitLabel} busyLabel={t`Saving...`} />
        <ProposeChanges
          kind="condo"
          record={record}
          toRecord={(values: CondoFormValues) =>
            recordOf(condoFields, condoFormSchema.parse(values))
          }
          noteOf={imagesNote}
        />
      </div>
    </RecordForm>
  );
}

/** Note for a proposal: it contains field values only, no images. */
function imagesNote(values: CondoFormValues): string | undefined {
  const changes = CONDO_IMAGE_NAMES.some((name) => values[name].file ?? values[name].removed);
  return changes ? t`Images are not part of a proposal.` : undefined;
}

const ImagesPart = lazyPart(() => import('~/kit/form/image-field'));

function imageSkeleton(name: CondoImageName) {
  return (
    <div key={name} className="grid content-start gap-1.5">
      <p className="text-sm font-medium">{imageProps(name).label}</p>
      <Skeleton className="h-40 rounded-lg" />
    </div>
  );
}

const loadPlaces = () => import('~/checks/localities/place-of-zip');

const FIELDS = ['city', 'state'] as const;
type Place = Record<(typeof FIELDS)[number], string>;

interface AddressForm {
  read: () => Place & { zip_code: string; country: string };
  write: (name: keyof Place, text: string) => void;
}

/**
 * Fills city and canton from a Swiss zip code (docs/behaviour/condos.md). It replaces empty values and its
 * own earlier ones, never typed ones. Call it after a change of zip code or country. If a zip code has
 * several places, none is filled in, and `places` offers them.
 */
function usePlaceOfZip({ read, write }: AddressForm) {
  const filled = useRef<Place>({ city: '', state: '' });
  const [places, setPlaces] = useState<readonly string[]>([]);
  const fillPlace = async () => {
    const zip = read().zip_code.trim();
    if (!/^\d{4}$/.test(zip)) return setPlaces([]);
    // If the list cannot be loaded, the user types the fields, as for other countries.
    const list = await loadPlaces().catch(() => null);
    const { zip_code, country, ...typed } = read();
    if (!list || zip_code.trim() !== zip) return;
    const { cities = [], state = null } = (maybeSwiss(country) && list.placeOfZip(zip)) || {};
    const [city, another] = cities;
    setPlaces(another === undefined ? [] : cities);
    const place = { city: another === undefined ? city : undefined, state };
    for (const name of FIELDS) {
      if (typed[name].trim() !== '' && typed[name] !== filled.current[name]) continue;
      filled.current[name] = place[name] ?? '';
      if (typed[name] !== filled.current[name]) write(name, filled.current[name]);
    }
  };
  return { fillPlace, places };
}

/** True for an empty country, for Switzerland, and for a text that begins one of its names. */
function maybeSwiss(country: string): boolean {
  const key = searchText(country).trim();
  return SWITZERLAND.some((name) => name.startsWith(key));
}
