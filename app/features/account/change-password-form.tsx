import { toast } from '~/components/feedback/toast';
import { HiddenEmail } from '~/components/form/account-email';
import { focusSubmit } from '~/components/form/focus-first-invalid';
import { LinkForm } from '~/components/form/link-form';
import { useAppForm } from '~/components/form/use-app-form';
import { useLinkForm } from '~/components/form/use-link-form';
import { changePasswordSchema } from '~/contract/account';
import { useOwnChange } from '~/data/use-own-change';
import { t } from '~/lib/texts';

/** Asks for the old password and a new one. Not a form of a record: passwords are never kept as a draft. */
export function ChangePasswordForm({ email }: { email: string }) {
  const change = useOwnChange('account.changePassword');
  const link = useLinkForm((submitted, sent) => {
    toast.success(t`Password changed`);
    submitted.reset();
    focusSubmit(sent);
  });
  const form = useAppForm({
    defaultValues: { current_password: '', new_password: '' },
    validators: { onDynamic: changePasswordSchema },
    ...link.options,
    onSubmit: ({ value, formApi }) =>
      link.submit(formApi, () => change.mutateAsync({ body: value })),
  });
  return (
    <LinkForm
      form={form}
      link={link}
      button={{ label: t`Change Password`, busyLabel: t`Saving...` }}
      align="start"
      className="gap-5"
    >
      <HiddenEmail email={email} />
      <form.AppField name="current_password">
        {(field) => <field.PasswordField label={t`Current Password`} />}
      </form.AppField>
      <form.AppField name="new_password">
        {(field) => (
          <field.PasswordField
            label={t`New Password`}
            isNew
            note={t`You will be signed out on your other devices.`}
          />
        )}
      </form.AppField>
    </LinkForm>
  );
}
