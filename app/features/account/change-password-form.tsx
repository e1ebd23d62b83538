import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '~/components/feedback/toast';
import { focusSubmit } from '~/components/form/focus-first-invalid';
import { FormError } from '~/components/form/form-error';
import { submitHandler } from '~/components/form/server-errors';
import { useAppForm } from '~/components/form/use-app-form';
import { useLinkForm } from '~/components/form/use-link-form';
import { changePasswordSchema } from '~/contract/account';
import { PASSWORD_MIN_CHARS } from '~/contract/limits';
import { ownChange } from '~/data/own-call';

/** Asks for the old password and a new one. Not a form of a record: passwords are never kept as a draft. */
export function ChangePasswordForm({ email }: { email: string }) {
  const change = useMutation(ownChange(useQueryClient(), 'account.changePassword'));
  const { element, formError, options, submit } = useLinkForm((submitted, sent) => {
    toast.success('Password changed');
    submitted.reset();
    focusSubmit(sent);
  });
  const form = useAppForm({
    defaultValues: { current_password: '', new_password: '' },
    validators: { onDynamic: changePasswordSchema },
    ...options,
    onSubmit: ({ value, formApi }) => submit(formApi, () => change.mutateAsync({ body: value })),
  });
  return (
    <form
      ref={element}
      method="post"
      noValidate
      className="grid gap-5"
      onSubmit={submitHandler(form)}
    >
      {/* For password managers: whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <form.AppField name="current_password">
        {(field) => (
          <field.TextField
            label="Current Password"
            type="password"
            autoComplete="current-password"
            required
          />
        )}
      </form.AppField>
      <form.AppField name="new_password">
        {(field) => (
          <field.TextField
            label="New Password"
            type="password"
            autoComplete="new-password"
            hint={`At least ${PASSWORD_MIN_CHARS} characters. Your other sessions end.`}
            required
          />
        )}
      </form.AppField>
      <FormError message={formError} />
      <div>
        <form.AppForm>
          <form.SubmitButton label="Change Password" busyLabel="Saving..." />
        </form.AppForm>
      </div>
    </form>
  );
}
