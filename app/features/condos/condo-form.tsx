import { toast } from '~/components/feedback/toast';
import { focusSubmit } from '~/components/form/focus-first-invalid';
import { fieldProps, RecordField } from '~/components/form/record-field';
import { RecordForm } from '~/components/form/record-form';
import type { RecordCalls } from '~/components/form/conflict/save-or-conflict';
import { SubmitButton } from '~/components/form/submit-button';
import { useStoredRecordForm } from '~/components/form/use-stored-record-form';
import { condoFormSchema } from '~/contract/condo';
import { condoFields } from '~/contract/condo-fields';
import { checkImageFile, CONDO_IMAGES, type CondoImageName } from '~/contract/image';
import { BUILDING_IMAGE_SIZE_PX, FLAG_SIZE_PX } from '~/contract/limits';
import type { Condo } from '~/contract/condo-reading';
import type { Versioned } from '~/contract/versioned';
import { t } from '~/lib/texts';
import { condoDraftKey } from './condo-draft-key';
import { condoFormValuesSchema, condoShape } from './condo-shape';
import { usePlaceOfZip } from './use-place-of-zip';

interface CondoFormProps extends RecordCalls<Condo, FormData> {
  /** The building being edited; none for a new one. */
  condo?: Versioned<Condo>;
  submitLabel: string;
  onSaved: () => Promise<void> | void;
  onServerError: (error: unknown) => void;
}

/** In the order of the form. */
const IMAGES = ['image', 'country_flag', 'flag'] as const;

/** An invalid file is rejected with a toast. */
function imageProps(name: CondoImageName) {
  const isFlag = name !== 'image';
  const { width, height } = isFlag ? FLAG_SIZE_PX : BUILDING_IMAGE_SIZE_PX;
  return {
    ...fieldProps(condoFields[CONDO_IMAGES[name].urlField]),
    validate: (file: File) => checkImageFile(name, file),
    onReject: toast.error,
    ...(isFlag
      ? { hint: t`Recommended size: ${width} x ${height}`, shape: 'square' as const }
      : {
          hint: t`Recommended size: ${width} x ${height} (landscape)`,
          className: 'md:max-xl:col-span-full',
        }),
  };
}

/** The building form (docs/behaviour.md, "Buildings"). What was typed stays when saving fails. */
export function CondoForm(props: CondoFormProps) {
  const { condo, submitLabel, onSaved, ...calls } = props;
  const record = useStoredRecordForm({
    ...calls,
    draftKey: condoDraftKey(condo?.id ?? null),
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
  const fillPlace = usePlaceOfZip({
    read: () => form.state.values,
    write: (name, text) => form.setFieldValue(name, text),
  });
  return (
    <RecordForm record={record} className="md:grid-cols-2">
      <RecordField fields={condoFields} name="name" className="md:col-span-full" />
      <RecordField fields={condoFields} name="address" rows={3} className="md:col-span-full" />
      <RecordField fields={condoFields} name="city" />
      <RecordField fields={condoFields} name="state" />
      <RecordField fields={condoFields} name="zip_code" onChange={fillPlace} />
      <RecordField fields={condoFields} name="country" onChange={fillPlace} />
      <RecordField fields={condoFields} name="website" className="md:col-span-full" />
      <RecordField fields={condoFields} name="date_built" />
      <RecordField fields={condoFields} name="number_of_units" />
      <div className="grid gap-5 md:col-span-full md:grid-cols-2 xl:grid-cols-[2fr_1fr_1fr]">
        {IMAGES.map((name) => (
          <form.AppField key={name} name={name}>
            {(field) => <field.ImageField {...imageProps(name)} />}
          </form.AppField>
        ))}
      </div>
      <RecordField fields={condoFields} name="description" rows={5} className="md:col-span-full" />
      <div className="flex flex-wrap items-center gap-3 md:col-span-full">
        <SubmitButton label={submitLabel} busyLabel={t`Saving...`} />
      </div>
    </RecordForm>
  );
}
