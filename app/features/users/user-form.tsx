import { fieldProps } from '~/components/form/field-props';
import { FieldFrame } from '~/components/form/field-frame';
import { RecordForm } from '~/components/form/record-form';
import { useAppForm } from '~/components/form/use-app-form';
import { comparedFields, type RecordShape } from '~/components/form/conflict/record-shape';
import type { RecordCalls } from '~/components/form/conflict/save-or-conflict';
import { useStoredRecordForm } from '~/components/form/use-stored-record-form';
import { Button } from '~/components/ui/button';
import { Input } from '~/components/ui/input';
import { userFormSchema, type UserForm as UserFormValues } from '~/contract/user';
import { formValuesOf, recordOf } from '~/contract/field-values';
import { userFields } from '~/contract/user-fields';
import type { User } from '~/contract/user-reading';
import type { Versioned } from '~/contract/versioned';
import { msg, t } from '~/lib/texts';

/** The form of a user's names. */
const userShape: RecordShape<User, UserFormValues, UserFormValues> = {
  noun: msg`user`,
  toValues: (user) => formValuesOf(userFields, user),
  toStored: (names) => recordOf(userFields, names),
  toBody: (names) => userFormSchema.parse(names),
  compared: comparedFields(userFields),
};

interface UserFormProps extends RecordCalls<User, UserFormValues> {
  user: Versioned<User>;
  onSaved: () => void;
  /** Called after a failed save: what was typed is kept, and invalid fields show their errors. */
  onServerError: (error: unknown) => void;
  onCancel: () => void;
}

/** A user's names; the e-mail is read-only. */
export function UserForm({ user, onCancel, ...calls }: UserFormProps) {
  const record = useStoredRecordForm({
    ...calls,
    draftKey: `user/${user.id}`,
    shape: userShape,
    stored: user,
  });
  const form = useAppForm({
    defaultValues: record.defaultValues,
    validators: { onDynamic: userFormSchema },
    ...record.options,
    onSubmit: ({ value, formApi }) => record.submit(value, formApi),
  });
  return (
    <RecordForm form={form} record={record} schema={userFormSchema} className="sm:grid-cols-2">
      <FieldFrame label={t`Email`} error={null} className="col-span-full">
        {(control) => <Input {...control} type="email" value={user.email ?? ''} readOnly />}
      </FieldFrame>
      <form.AppField name="first_name">
        {(field) => <field.TextField {...fieldProps(userFields.first_name)} autoComplete="off" />}
      </form.AppField>
      <form.AppField name="last_name">
        {(field) => <field.TextField {...fieldProps(userFields.last_name)} autoComplete="off" />}
      </form.AppField>
      <div className="col-span-full flex flex-wrap gap-3">
        <form.AppForm>
          <form.SubmitButton label={t`Save Changes`} busyLabel={t`Saving...`} />
        </form.AppForm>
        <Button variant="secondary" onClick={onCancel}>
          {t`Cancel`}
        </Button>
      </div>
    </RecordForm>
  );
}
