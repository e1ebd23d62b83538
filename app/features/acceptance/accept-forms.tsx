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
      <ReadOnlyEmail email={preview.email} autoComplete="username" />
      <link.PasswordField name="password" label={t`Password`} />
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
      <ReadOnlyEmail email={preview.email} autoComplete="username" />
      <link.TextField name="first_name" label={t`First Name`} autoComplete="given-name" required />
      <link.TextField name="last_name" label={t`Last Name`} autoComplete="family-name" required />
      <link.PasswordField name="password" label={t`Password`} isNew />
    </LinkForm>
  );
}
