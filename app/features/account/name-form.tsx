import { toast } from '~/components/feedback/toast';
import { ReadOnlyEmail } from '~/components/form/account-email';
import { focusSubmit } from '~/components/form/focus-first-invalid';
import { RecordField } from '~/components/form/record-field';
import { RecordForm } from '~/components/form/record-form';
import { SubmitButton } from '~/components/form/submit-button';
import { useRecordForm } from '~/components/form/use-record-form';
import type { Account } from '~/contract/account';
import { formValuesOf } from '~/contract/field-values';
import { userFormSchema } from '~/contract/user';
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
    defaultValues: formValuesOf(userFields, account),
    schema: userFormSchema,
    isChange: true,
    save: async (values) => {
      const names = userFormSchema.parse(values);
      await update.mutateAsync({ body: names });
      // The header shows the new name at once.
      changeSessionUser(names);
    },
    onSaved: (element) => {
      toast.success(t`Name updated`);
      focusSubmit(element);
    },
    onServerError: (error) => toast.error(t`Failed to update name: ${detailOrMessage(error)}`),
  });
  return (
    <RecordForm record={record} className="sm:grid-cols-2">
      <ReadOnlyEmail email={account.email} className="col-span-full" />
      <RecordField fields={userFields} name="first_name" autoComplete="given-name" />
      <RecordField fields={userFields} name="last_name" autoComplete="family-name" />
      <div className="col-span-full">
        <SubmitButton label={t`Save Name`} busyLabel={t`Saving...`} />
      </div>
    </RecordForm>
  );
}
