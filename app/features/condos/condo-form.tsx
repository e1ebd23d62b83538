import { revalidateLogic } from '@tanstack/react-form';
import { useEffect, useRef, useState } from 'react';
import { toast } from '~/components/feedback/toast';
import { focusFirstInvalid, focusSubmit } from '~/components/form/focus-first-invalid';
import { showRefusedFields, submitHandler } from '~/components/form/refused-fields';
import { UnsavedChanges } from '~/components/form/unsaved-changes';
import { useAppForm } from '~/components/form/use-app-form';
import type { Condo } from '~/contract/condo-reading';
import { checkImageFile, type CondoImageName } from '~/contract/image';
import { BUILDING_IMAGE_SIZE_PX, FLAG_SIZE_PX, IMAGE_EXTENSIONS } from '~/contract/limits';
import {
  condoFormValuesSchema,
  toCondoBody,
  toCondoFormValues,
  type CondoFormValues,
} from './condo-form-values';

interface CondoFormProps {
  /** The building being edited; none for a new one. */
  condo?: Condo;
  submitLabel: 'Create Building' | 'Update Building';
  /** Sends the multipart body; rejects when the server refuses. */
  save: (body: FormData) => Promise<unknown>;
  onSaved: () => void;
  onRefused: (error: unknown) => void;
}

const IMAGE_HINT = `Recommended size: ${BUILDING_IMAGE_SIZE_PX.width} x ${BUILDING_IMAGE_SIZE_PX.height} (landscape)`;
const FLAG_HINT = `Recommended size: ${FLAG_SIZE_PX.width} x ${FLAG_SIZE_PX.height}`;

/** What a picture may be; a file that is not is refused with a toast (SPEC.md point 5). */
function imageRules(name: CondoImageName) {
  return {
    accept: IMAGE_EXTENSIONS.join(','),
    validate: (file: File) => checkImageFile(name, file),
    onReject: toast.error,
  };
}

/** The shared building form (SPEC.md point 2). What was typed stays when the server refuses. */
export function CondoForm({ condo, submitLabel, save, onSaved, onRefused }: CondoFormProps) {
  const [saved, setSaved] = useState<{ values: CondoFormValues; over: Condo | undefined }>();
  // Until the saved building has been read anew, what was sent is the state to compare with.
  const defaultValues = saved && saved.over === condo ? saved.values : toCondoFormValues(condo);
  const element = useRef<HTMLFormElement>(null);
  const form = useAppForm({
    defaultValues,
    validationLogic: revalidateLogic(),
    validators: { onDynamic: condoFormValuesSchema },
    onSubmitInvalid: () => focusFirstInvalid(element.current),
    onSubmit: async ({ value, formApi }) => {
      try {
        await save(toCondoBody(value, condo));
      } catch (error) {
        showRefusedFields(formApi, error);
        focusFirstInvalid(element.current, () => onRefused(error));
        return;
      }
      setSaved({ values: value, over: condo });
      formApi.reset(value);
      focusSubmit(element.current);
      onSaved();
    },
  });
  // useForm takes new values over only while no field was visited. What was visited but not edited since the save
  // follows the saved building too.
  useEffect(() => {
    if (!saved || saved.over === condo || form.state.values !== saved.values) return;
    form.reset(toCondoFormValues(condo));
  }, [saved, condo, form]);

  return (
    <form
      ref={element}
      noValidate
      className="grid max-w-4xl gap-5 md:grid-cols-2"
      onSubmit={submitHandler(form)}
    >
      <form.AppField name="name">
        {(field) => (
          <field.TextField
            label="Building Name or First Line of the Address"
            required
            className="md:col-span-full"
          />
        )}
      </form.AppField>
      <form.AppField name="address">
        {(field) => (
          <field.TextareaField label="Address" required rows={3} className="md:col-span-full" />
        )}
      </form.AppField>
      <form.AppField name="city">
        {(field) => <field.TextField label="City/Town/Commune" required />}
      </form.AppField>
      <form.AppField name="state">
        {(field) => <field.TextField label="Canton" required />}
      </form.AppField>
      <form.AppField name="zip_code">
        {(field) => <field.TextField label="Zip Code" required />}
      </form.AppField>
      <form.AppField name="country">
        {(field) => <field.TextField label="Country" required />}
      </form.AppField>
      <form.AppField name="website">
        {(field) => (
          <field.TextField
            label="Building Website (Neighborhood)"
            inputMode="url"
            placeholder="https://"
            className="md:col-span-full"
          />
        )}
      </form.AppField>
      <form.AppField name="date_built">
        {(field) => <field.DateField label="Date Built" />}
      </form.AppField>
      <form.AppField name="number_of_units">
        {(field) => <field.NumberField label="Number of Units" min={1} step={1} />}
      </form.AppField>
      <form.AppField name="image">
        {(field) => (
          <field.ImageField
            label="Building Image"
            hint={IMAGE_HINT}
            className="md:col-span-full"
            {...imageRules('image')}
          />
        )}
      </form.AppField>
      <form.AppField name="country_flag">
        {(field) => (
          <field.ImageField
            label="Country Flag"
            hint={FLAG_HINT}
            shape="square"
            {...imageRules('country_flag')}
          />
        )}
      </form.AppField>
      <form.AppField name="flag">
        {(field) => (
          <field.ImageField
            label="Canton Flag"
            hint={FLAG_HINT}
            shape="square"
            {...imageRules('flag')}
          />
        )}
      </form.AppField>
      <form.AppField name="description">
        {(field) => (
          <field.TextareaField label="Description" rows={5} className="md:col-span-full" />
        )}
      </form.AppField>
      <div className="md:col-span-full">
        <form.AppForm>
          <form.SubmitButton label={submitLabel} busyLabel="Saving..." />
        </form.AppForm>
      </div>
      <UnsavedChanges isDirty={() => !form.state.isDefaultValue} />
    </form>
  );
}
