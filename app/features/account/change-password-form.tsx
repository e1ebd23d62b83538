import { toast } from '~/components/feedback/toast';
import { HiddenEmail } from '~/components/form/account-email';
import { focusSubmit } from '~/components/form/focus-first-invalid';
import { LinkForm } from '~/components/form/link-form';
import { useLinkForm } from '~/components/form/use-link-form';
import { changePasswordSchema } from '~/contract/account';
import { useOwnChange } from '~/data/use-own-change';
import { t } from '~/lib/texts';

/** Asks for the old password and a new one. Not a form of a record: passwords are never kept as a draft. */
export function ChangePasswordForm({ email }: { email: string }) {
  const change = useOwnChange('account.changePassword');
  const link = useLinkForm({
    defaultValues: { current_password: '', new_password: '' },
    schema: changePasswordSchema,
    send: (body) => change.mutateAsync({ body }),
    onSuccess(form, element) {
      toast.success(t`Password changed`);
      form.reset();
      focusSubmit(element);
    },
  });
  return (
    <LinkForm
      link={link}
      button={{ label: t`Change Password`, busyLabel: t`Saving...` }}
      align="start"
      className="gap-5"
    >
      <HiddenEmail email={email} />
      <link.PasswordField name="current_password" label={t`Current Password`} />
      <link.PasswordField
        name="new_password"
        label={t`New Password`}
        isNew
        note={t`You will be signed out on your other devices.`}
      />
    </LinkForm>
  );
}
