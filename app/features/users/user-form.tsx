import { FieldFrame } from '~/components/form/field-frame';
import { RecordField } from '~/components/form/record-field';
import { RecordForm } from '~/components/form/record-form';
import { comparedFields, type RecordShape } from '~/components/form/conflict/record-shape';
import type { RecordCalls } from '~/components/form/conflict/save-or-conflict';
import { SubmitButton } from '~/components/form/submit-button';
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
    schema: userFormSchema,
    shape: userShape,
    stored: user,
  });
  return (
    <RecordForm record={record} className="sm:grid-cols-2">
      <FieldFrame label={t`Email`} className="col-span-full">
        {(control) => <Input {...control} type="email" value={user.email ?? ''} readOnly />}
      </FieldFrame>
      <RecordField fields={userFields} name="first_name" autoComplete="off" />
      <RecordField fields={userFields} name="last_name" autoComplete="off" />
      <div className="col-span-full flex flex-wrap gap-3">
        <SubmitButton label={t`Save Changes`} busyLabel={t`Saving...`} />
        <Button variant="secondary" onClick={onCancel}>
          {t`Cancel`}
        </Button>
      </div>
    </RecordForm>
  );
}
