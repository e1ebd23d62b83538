import { LinkForm } from '~/components/form/link-form';
import { useAppForm } from '~/components/form/use-app-form';
import { useLinkForm } from '~/components/form/use-link-form';
import { acceptExistingFormSchema, type AcceptPreview } from '~/contract/acceptance';
import { send } from '~/data/send';

interface ConfirmFormProps {
  token: string;
  preview: AcceptPreview;
  onAccepted: () => void;
}

/** Asks a person with an account for its password. */
export function ConfirmForm({ token, preview, onAccepted }: ConfirmFormProps) {
  const link = useLinkForm(onAccepted);
  const form = useAppForm({
    defaultValues: { password: '' },
    validators: { onDynamic: acceptExistingFormSchema },
    ...link.options,
    onSubmit: ({ value, formApi }) =>
      link.submit(formApi, () => send('acceptance.accept', { body: { ...value, token } })),
  });
  return (
    <LinkForm
      form={form}
      link={link}
      email={preview.email}
      button={{ label: 'Accept Invitation', busyLabel: 'Accepting...' }}
    >
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
    </LinkForm>
  );
}
