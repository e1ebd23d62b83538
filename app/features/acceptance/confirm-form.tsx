import { revalidateLogic } from '@tanstack/react-form';
import { useMutation } from '@tanstack/react-query';
import { FormError } from '~/components/form/form-error';
import { ReadOnlyEmail } from '~/components/form/read-only-email';
import { submitHandler } from '~/components/form/server-errors';
import { useAppForm } from '~/components/form/use-app-form';
import { useFormSubmit } from '~/components/form/use-form-submit';
import { acceptExistingFormSchema } from '~/contract/acceptance';
import { acceptanceMutations } from '~/data/acceptance/acceptance.mutations';
import type { AcceptPreview } from '~/data/acceptance/acceptance';

interface ConfirmFormProps {
  token: string;
  preview: AcceptPreview;
  onAccepted: () => void;
}

/** Asks a person with an account for its password. */
export function ConfirmForm({ token, preview, onAccepted }: ConfirmFormProps) {
  const confirm = useMutation(acceptanceMutations.confirm());
  const { element, formError, onSubmitInvalid, submit } = useFormSubmit(onAccepted);
  const form = useAppForm({
    defaultValues: { password: '' },
    validationLogic: revalidateLogic(),
    validators: { onDynamic: acceptExistingFormSchema },
    onSubmitInvalid,
    onSubmit: ({ value, formApi }) =>
      submit(formApi, () => confirm.mutateAsync({ ...value, token })),
  });
  return (
    <form
      ref={element}
      method="post"
      noValidate
      className="grid gap-4"
      onSubmit={submitHandler(form)}
    >
      <ReadOnlyEmail email={preview.email} />
      <form.AppField name="password">
        {(field) => (
          <field.TextField
            label="Password"
            type="password"
            autoComplete="current-password"
            required
          />
        )}
      </form.AppField>
      <FormError message={formError} />
      <form.AppForm>
        <form.SubmitButton label="Accept Invitation" busyLabel="Accepting..." />
      </form.AppForm>
    </form>
  );
}
