import { FormError } from '~/components/form/form-error';
import { submitHandler } from '~/components/form/server-errors';
import { useAppForm } from '~/components/form/use-app-form';
import { useLinkForm } from '~/components/form/use-link-form';
import { forgotPasswordSchema } from '~/contract/forgot-password';
import { send } from '~/data/send';

export function ForgotPasswordForm({ onSuccess }: { onSuccess: () => void }) {
  const { element, formError, options, submit } = useLinkForm(onSuccess);
  const form = useAppForm({
    defaultValues: { email: '' },
    validators: { onDynamic: forgotPasswordSchema },
    ...options,
    onSubmit: ({ value, formApi }) =>
      submit(formApi, () => send('password.forgot', { body: value })),
  });
  return (
    <form
      ref={element}
      method="post"
      noValidate
      className="grid gap-4"
      onSubmit={submitHandler(form)}
    >
      <form.AppField name="email">
        {(field) => (
          <field.TextField
            label="Email"
            type="email"
            autoComplete="username"
            hint="You get a link by which you set a new password."
            required
          />
        )}
      </form.AppField>
      <FormError message={formError} />
      <form.AppForm>
        <form.SubmitButton label="Send Link" busyLabel="Sending..." />
      </form.AppForm>
    </form>
  );
}
