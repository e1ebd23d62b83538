import { revalidateLogic } from '@tanstack/react-form';
import { useRef } from 'react';
import { fieldProps } from '~/components/form/field-props';
import { FieldFrame } from '~/components/form/field-frame';
import { focusFirstInvalid } from '~/components/form/focus-first-invalid';
import { showServerErrors, submitHandler } from '~/components/form/server-errors';
import { DraftBanner } from '~/components/form/draft-banner';
import { UnsavedChanges } from '~/components/form/unsaved-changes';
import { useAppForm } from '~/components/form/use-app-form';
import { useDraft } from '~/components/form/use-draft';
import { Button } from '~/components/ui/button';
import { Input } from '~/components/ui/input';
import { userFormSchema, type UserForm as UserFormValues } from '~/contract/user';
import { formValuesOf } from '~/contract/field-values';
import { userFields } from '~/contract/user-fields';
import type { User } from '~/contract/user-reading';
import { clearDraft } from '~/lib/drafts';

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
  const element = useRef<HTMLFormElement>(null);
  const draftKey = `user/${user.id}`;
  const form = useAppForm({
    defaultValues: formValuesOf(userFields, user),
    validationLogic: revalidateLogic(),
    validators: { onDynamic: userFormSchema },
    onSubmitInvalid: () => focusFirstInvalid(element.current),
    onSubmit: async ({ value, formApi }) => {
      try {
        await save(userFormSchema.parse(value));
      } catch (error) {
        showServerErrors(formApi, error);
        focusFirstInvalid(element.current, () => onServerError(error));
        return;
      }
      formApi.reset(value);
      clearDraft(draftKey);
      onSaved();
    },
  });
  const draft = useDraft(form, { key: draftKey, schema: userFormSchema });
  return (
    <form
      ref={element}
      noValidate
      className="grid max-w-4xl gap-5 sm:grid-cols-2"
      onSubmit={submitHandler(form)}
    >
      <DraftBanner draft={draft} />
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
      <UnsavedChanges isDirty={() => !form.state.isDefaultValue} keep={draft.keep} />
    </form>
  );
}
