import { toast } from '~/components/feedback/toast';
import { focusSubmit } from '~/components/form/focus-first-invalid';
import { fieldProps, numberProps } from '~/components/form/field-props';
import { RecordForm } from '~/components/form/record-form';
import { useAppForm } from '~/components/form/use-app-form';
import type { RecordCalls } from '~/components/form/conflict/save-or-conflict';
import { useStoredRecordForm } from '~/components/form/use-stored-record-form';
import { condoFormSchema } from '~/contract/condo';
import { condoFields } from '~/contract/condo-fields';
import { checkImageFile, type CondoImageName } from '~/contract/image';
import { BUILDING_IMAGE_SIZE_PX, FLAG_SIZE_PX, IMAGE_EXTENSIONS } from '~/contract/limits';
import type { Condo } from '~/contract/condo-reading';
import type { Versioned } from '~/contract/versioned';
import { t } from '~/lib/texts';
import { condoDraftKey } from './condo-draft-key';
import { condoFormValuesSchema } from './condo-form-values';
import { condoShape } from './condo-shape';
import { usePlaceOfZip } from './use-place-of-zip';

interface CondoFormProps extends RecordCalls<Condo, FormData> {
  /** The building being edited; none for a new one. */
  condo?: Versioned<Condo>;
  submitLabel: string;
  onSaved: () => Promise<void> | void;
  onServerError: (error: unknown) => void;
}

const imageHint = () =>
  t`Recommended size: ${BUILDING_IMAGE_SIZE_PX.width} x ${BUILDING_IMAGE_SIZE_PX.height} (landscape)`;
const flagHint = () => t`Recommended size: ${FLAG_SIZE_PX.width} x ${FLAG_SIZE_PX.height}`;

/** The rules for an image; an invalid file is rejected with a toast. */
function imageRules(name: CondoImageName) {
  return {
    accept: IMAGE_EXTENSIONS.join(','),
    validate: (file: File) => checkImageFile(name, file),
    onReject: toast.error,
  };
}

/** The building form (docs/behaviour.md, "Buildings"). What was typed stays when saving fails. */
export function CondoForm(props: CondoFormProps) {
  const { condo, submitLabel, onSaved, onServerError, ...calls } = props;
  const record = useStoredRecordForm({
    ...calls,
    draftKey: condoDraftKey(condo?.id ?? null),
    shape: condoShape,
    stored: condo,
    onSaved: (element) => {
      focusSubmit(element);
      return onSaved();
    },
    onServerError,
  });
  const form = useAppForm({
    defaultValues: record.defaultValues,
    validators: { onDynamic: condoFormValuesSchema },
    ...record.options,
    onSubmit: ({ value, formApi }) => record.submit(value, formApi),
  });

  const fillPlace = usePlaceOfZip({
    read: () => form.state.values,
    write: (name, text) => form.setFieldValue(name, text),
  });
  const listeners = { onChange: () => void fillPlace() };

  return (
    <RecordForm form={form} record={record} schema={condoFormSchema} className="md:grid-cols-2">
      <form.AppField name="name">
        {(field) => (
          <field.TextField {...fieldProps(condoFields.name)} className="md:col-span-full" />
        )}
      </form.AppField>
      <form.AppField name="address">
        {(field) => (
          <field.TextareaField
            {...fieldProps(condoFields.address)}
            rows={3}
            className="md:col-span-full"
          />
        )}
      </form.AppField>
      <form.AppField name="city">
        {(field) => <field.TextField {...fieldProps(condoFields.city)} />}
      </form.AppField>
      <form.AppField name="state">
        {(field) => <field.TextField {...fieldProps(condoFields.state)} />}
      </form.AppField>
      <form.AppField name="zip_code" listeners={listeners}>
        {(field) => <field.TextField {...fieldProps(condoFields.zip_code)} />}
      </form.AppField>
      <form.AppField name="country" listeners={listeners}>
        {(field) => <field.TextField {...fieldProps(condoFields.country)} />}
      </form.AppField>
      <form.AppField name="website">
        {(field) => (
          <field.TextField
            {...fieldProps(condoFields.website)}
            inputMode="url"
            placeholder="https://"
            className="md:col-span-full"
          />
        )}
      </form.AppField>
      <form.AppField name="date_built">
        {(field) => <field.DateField {...fieldProps(condoFields.date_built)} />}
      </form.AppField>
      <form.AppField name="number_of_units">
        {(field) => <field.NumberField {...numberProps(condoFields.number_of_units)} />}
      </form.AppField>
      <div className="grid gap-5 md:col-span-full md:grid-cols-2 xl:grid-cols-[2fr_1fr_1fr]">
        <form.AppField name="image">
          {(field) => (
            <field.ImageField
              {...fieldProps(condoFields.image_url)}
              hint={imageHint()}
              className="md:max-xl:col-span-full"
              {...imageRules('image')}
            />
          )}
        </form.AppField>
        <form.AppField name="country_flag">
          {(field) => (
            <field.ImageField
              {...fieldProps(condoFields.country_flag_url)}
              hint={flagHint()}
              shape="square"
              {...imageRules('country_flag')}
            />
          )}
        </form.AppField>
        <form.AppField name="flag">
          {(field) => (
            <field.ImageField
              {...fieldProps(condoFields.flag_url)}
              hint={flagHint()}
              shape="square"
              {...imageRules('flag')}
            />
          )}
        </form.AppField>
      </div>
      <form.AppField name="description">
        {(field) => (
          <field.TextareaField
            {...fieldProps(condoFields.description)}
            rows={5}
            className="md:col-span-full"
          />
        )}
      </form.AppField>
      <div className="flex flex-wrap items-center gap-3 md:col-span-full">
        <form.AppForm>
          <form.SubmitButton label={submitLabel} busyLabel={t`Saving...`} />
        </form.AppForm>
      </div>
    </RecordForm>
  );
}
