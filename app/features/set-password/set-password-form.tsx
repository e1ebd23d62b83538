import { revalidateLogic } from '@tanstack/react-form';
import { useMutation } from '@tanstack/react-query';
import { FormError } from '~/components/form/form-error';
import { ReadOnlyEmail } from '~/components/form/read-only-email';
import { submitHandler } from '~/components/form/server-errors';
import { useAppForm } from '~/components/form/use-app-form';
import { useFormSubmit } from '~/components/form/use-form-submit';
import { PASSWORD_MIN_CHARS } from '~/contract/limits';
import { setPasswordFormSchema } from '~/contract/new-password';
import { setPasswordMutations } from '~/data/set-password/set-password.mutations';

interface SetPasswordFormProps {
  token: string;
  email: string | null;
  onSuccess: () => void;
}

export function SetPasswordForm({ token, email, onSuccess }: SetPasswordFormProps) {
  const setPassword = useMutation(setPasswordMutations.set());
  const { element, formError, onSubmitInvalid, submit } = useFormSubmit(onSuccess);
  const form = useAppForm({
    defaultValues: { password: '' },
    validationLogic: revalidateLogic(),
    validators: { onDynamic: setPasswordFormSchema },
    onSubmitInvalid,
    onSubmit: ({ value, formApi }) =>
      submit(formApi, () => setPassword.mutateAsync({ ...value, token })),
  });
  return (
    <form
      ref={element}
      method="post"
      noValidate
      className="grid gap-4"
      onSubmit={submitHandler(form)}
    >
      <ReadOnlyEmail email={email} />
      <form.AppField name="password">
        {(field) => (
          <field.TextField
            label="New Password"
            type="password"
            autoComplete="new-password"
            hint={`At least ${PASSWORD_MIN_CHARS} characters`}
            required
          />
        )}
      </form.AppField>
      <FormError message={formError} />
      <form.AppForm>
        <form.SubmitButton label="Set Password" busyLabel="Saving..." />
      </form.AppForm>
    </form>
  );
}
