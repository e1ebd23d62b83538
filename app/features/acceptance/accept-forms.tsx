import { ReadOnlyEmail } from '~/components/form/account-email';
import { LinkForm } from '~/components/form/link-form';
import { useLinkForm } from '~/components/form/use-link-form';
import {
  acceptExistingFormSchema,
  acceptFormSchema,
  type AcceptPreview,
} from '~/contract/acceptance';
import { send } from '~/data/send';
import { t } from '~/lib/texts';

interface AcceptFormProps {
  token: string;
  preview: AcceptPreview;
  onAccepted: () => void;
}

const button = () => ({ label: t`Accept Invitation`, busyLabel: t`Accepting...` });

/** Asks a person with an account for its password. */
export function ConfirmForm({ token, preview, onAccepted }: AcceptFormProps) {
  const link = useLinkForm({
    defaultValues: { password: '' },
    schema: acceptExistingFormSchema,
    send: (value) => send('acceptance.accept', { body: { ...value, token } }),
    onSuccess: onAccepted,
  });
  return (
    <LinkForm link={link} button={button()}>
      <ReadOnlyEmail email={preview.email} />
      <link.form.AppField name="password">
        {(field) => <field.PasswordField label={t`Password`} />}
      </link.form.AppField>
    </LinkForm>
  );
}

/** Asks a new person for names and a password. */
export function JoinForm({ token, preview, onAccepted }: AcceptFormProps) {
  const link = useLinkForm({
    defaultValues: { first_name: '', last_name: '', password: '' },
    schema: acceptFormSchema,
    send: (value) =>
      send('acceptance.accept', { body: { ...acceptFormSchema.parse(value), token } }),
    onSuccess: onAccepted,
  });
  return (
    <LinkForm link={link} button={button()}>
      <ReadOnlyEmail email={preview.email} />
      <link.form.AppField name="first_name">
        {(field) => <field.TextField label={t`First Name`} autoComplete="given-name" required />}
      </link.form.AppField>
      <link.form.AppField name="last_name">
        {(field) => <field.TextField label={t`Last Name`} autoComplete="family-name" required />}
      </link.form.AppField>
      <link.form.AppField name="password">
        {(field) => <field.PasswordField label={t`Password`} isNew />}
      </link.form.AppField>
    </LinkForm>
  );
}
