import { LinkForm } from '~/components/form/link-form';
import { useAppForm } from '~/components/form/use-app-form';
import { useLinkForm } from '~/components/form/use-link-form';
import { acceptFormSchema, type AcceptPreview } from '~/contract/acceptance';
import { PASSWORD_MIN_CHARS } from '~/contract/limits';
import { send } from '~/data/send';

interface JoinFormProps {
  token: string;
  preview: AcceptPreview;
  onAccepted: () => void;
}

/** Asks a new person for names and a password. */
export function JoinForm({ token, preview, onAccepted }: JoinFormProps) {
  const link = useLinkForm(onAccepted);
  const form = useAppForm({
    defaultValues: { first_name: '', last_name: '', password: '' },
    validators: { onDynamic: acceptFormSchema },
    ...link.options,
    onSubmit: ({ value, formApi }) =>
      link.submit(formApi, () =>
        send('acceptance.accept', { body: { ...acceptFormSchema.parse(value), token } }),
      ),
  });
  return (
    <LinkForm
      form={form}
      link={link}
      email={preview.email}
      button={{ label: 'Accept Invitation', busyLabel: 'Accepting...' }}
    >
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
    </LinkForm>
  );
}
