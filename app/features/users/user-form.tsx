import { fieldProps } from '~/components/form/field-props';
import { FieldFrame } from '~/components/form/field-frame';
import { RecordForm } from '~/components/form/record-form';
import { useAppForm } from '~/components/form/use-app-form';
import { useRecordForm } from '~/components/form/use-record-form';
import { Button } from '~/components/ui/button';
import { Input } from '~/components/ui/input';
import { userFormSchema, type UserForm as UserFormValues } from '~/contract/user';
import { formValuesOf } from '~/contract/field-values';
import { userFields } from '~/contract/user-fields';
import type { User } from '~/contract/user-reading';

interface UserFormProps {
  user: User;
  /** Sends the names; rejects with the server's error. */
  save: (names: UserFormValues) => Promise<unknown>;
  onSaved: () => void;
  /** Called after a failed save: what was typed is kept, and invalid fields show their errors. */
  onServerError: (error: unknown) => void;
  onCancel: () => void;
}

/** A user's names; the e-mail is read-only. */
export function UserForm({ user, save, onSaved, onServerError, onCancel }: UserFormProps) {
  const record = useRecordForm({
    draftKey: `user/${user.id}`,
    save: (values: UserFormValues) => save(userFormSchema.parse(values)),
    onSaved,
    onServerError,
  });
  const form = useAppForm({
    defaultValues: formValuesOf(userFields, user),
    validators: { onDynamic: userFormSchema },
    ...record.options,
    onSubmit: ({ value, formApi }) => record.submit(value, formApi),
  });
  return (
    <RecordForm form={form} record={record} schema={userFormSchema} className="sm:grid-cols-2">
      <FieldFrame label="Email" error={null} className="col-span-full">
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
          <form.SubmitButton label="Save Changes" busyLabel="Saving..." />
        </form.AppForm>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </RecordForm>
  );
}
