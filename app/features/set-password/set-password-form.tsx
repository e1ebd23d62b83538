import { LinkForm } from '~/components/form/link-form';
import { useAppForm } from '~/components/form/use-app-form';
import { useLinkForm } from '~/components/form/use-link-form';
import { PASSWORD_MIN_CHARS } from '~/contract/limits';
import { setPasswordFormSchema } from '~/contract/new-password';
import { send } from '~/data/send';

interface SetPasswordFormProps {
  token: string;
  email: string | null;
  onSuccess: () => void;
}

export function SetPasswordForm({ token, email, onSuccess }: SetPasswordFormProps) {
  const link = useLinkForm(onSuccess);
  const form = useAppForm({
    defaultValues: { password: '' },
    validators: { onDynamic: setPasswordFormSchema },
    ...link.options,
    onSubmit: ({ value, formApi }) =>
      link.submit(formApi, () => send('password.set', { body: { ...value, token } })),
  });
  return (
    <LinkForm
      form={form}
      link={link}
      email={email}
      button={{ label: 'Set Password', busyLabel: 'Saving...' }}
    >
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
    </LinkForm>
  );
}
