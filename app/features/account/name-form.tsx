import { toast } from '~/components/feedback/toast';
import { fieldProps } from '~/components/form/field-props';
import { FieldFrame } from '~/components/form/field-frame';
import { focusSubmit } from '~/components/form/focus-first-invalid';
import { RecordForm } from '~/components/form/record-form';
import { useAppForm } from '~/components/form/use-app-form';
import { useRecordForm } from '~/components/form/use-record-form';
import { Input } from '~/components/ui/input';
import type { Account } from '~/contract/account';
import { formValuesOf } from '~/contract/field-values';
import { userFormSchema, type UserForm } from '~/contract/user';
import { userFields } from '~/contract/user-fields';
import { changeSessionUser } from '~/data/session/session-store';
import { useOwnChange } from '~/data/use-own-change';
import { detailOrMessage } from '~/lib/app-error';
import { t } from '~/lib/texts';

/** One's own names; the e-mail is read-only. */
export function NameForm({ account }: { account: Account }) {
  const update = useOwnChange('account.update');
  const record = useRecordForm({
    draftKey: 'account',
    isChange: true,
    save: async (values: UserForm) => {
      const names = userFormSchema.parse(values);
      await update.mutateAsync({ body: names });
      // The header shows the new name at once.
      changeSessionUser(names);
    },
    onSaved: (_, element) => {
      toast.success(t`Name updated`);
      focusSubmit(element);
    },
    onServerError: (error) => toast.error(t`Failed to update name: ${detailOrMessage(error)}`),
  });
  const form = useAppForm({
    defaultValues: formValuesOf(userFields, account),
    validators: { onDynamic: userFormSchema },
    ...record.options,
    onSubmit: ({ value, formApi }) => record.submit(value, formApi),
  });
  return (
    <RecordForm form={form} record={record} schema={userFormSchema} className="sm:grid-cols-2">
      <FieldFrame label={t`Email`} error={null} className="col-span-full">
        {(control) => <Input {...control} type="email" value={account.email} readOnly />}
      </FieldFrame>
      <form.AppField name="first_name">
        {(field) => (
          <field.TextField {...fieldProps(userFields.first_name)} autoComplete="given-name" />
        )}
      </form.AppField>
      <form.AppField name="last_name">
        {(field) => (
          <field.TextField {...fieldProps(userFields.last_name)} autoComplete="family-name" />
        )}
      </form.AppField>
      <div className="col-span-full">
        <form.AppForm>
          <form.SubmitButton label={t`Save Name`} busyLabel={t`Saving...`} />
        </form.AppForm>
      </div>
    </RecordForm>
  );
}
