import { revalidateLogic } from '@tanstack/react-form';
import { useMutation } from '@tanstack/react-query';
import { FormError } from '~/components/form/form-error';
import { ReadOnlyEmail } from '~/components/form/read-only-email';
import { submitHandler } from '~/components/form/server-errors';
import { useAppForm } from '~/components/form/use-app-form';
import { useFormSubmit } from '~/components/form/use-form-submit';
import { acceptFormSchema } from '~/contract/acceptance';
import { PASSWORD_MIN_CHARS } from '~/contract/limits';
import { acceptanceMutations } from '~/data/acceptance/acceptance.mutations';
import type { AcceptPreview } from '~/data/acceptance/acceptance';

interface JoinFormProps {
  token: string;
  preview: AcceptPreview;
  onAccepted: () => void;
}

/** Asks a new person for names and a password. */
export function JoinForm({ token, preview, onAccepted }: JoinFormProps) {
  const join = useMutation(acceptanceMutations.join());
  const { element, formError, onSubmitInvalid, submit } = useFormSubmit(onAccepted);
  const form = useAppForm({
    defaultValues: { first_name: '', last_name: '', password: '' },
    validationLogic: revalidateLogic(),
    validators: { onDynamic: acceptFormSchema },
    onSubmitInvalid,
    onSubmit: ({ value, formApi }) =>
      submit(formApi, () => join.mutateAsync({ ...acceptFormSchema.parse(value), token })),
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
      <form.AppField name="first_name">
        {(field) => <field.TextField label="First Name" autoComplete="given-name" required />}
      </form.AppField>
      <form.AppField name="last_name">
        {(field) => <field.TextField label="Last Name" autoComplete="family-name" required />}
      </form.AppField>
      <form.AppField name="password">
        {(field) => (
          <field.TextField
            label="Password"
            type="password"
            autoComplete="new-password"
            hint={`At least ${PASSWORD_MIN_CHARS} characters`}
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
