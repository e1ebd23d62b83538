import { toast } from '~/components/feedback/toast';
import { fieldProps } from '~/components/form/field-props';
import { focusSubmit } from '~/components/form/focus-first-invalid';
import { firstLanguage, LanguageField } from '~/components/form/language-field';
import { RecordForm } from '~/components/form/record-form';
import { useAppForm } from '~/components/form/use-app-form';
import { useRecordForm } from '~/components/form/use-record-form';
import { inviteAdministratorSchema, type InviteAdministrator } from '~/contract/administrator';
import { invitationFields } from '~/contract/invitation-fields';
import { useOwnChange } from '~/data/use-own-change';
import { detailOrMessage } from '~/lib/app-error';
import { t } from '~/lib/texts';

const nothingYet = (): InviteAdministrator => ({ email: '', language: firstLanguage() });

/** Asks for the e-mail address of a new administrator; empty again after it was sent. */
export function InviteAdministratorForm() {
  const invite = useOwnChange('administrators.invite');
  const record = useRecordForm({
    draftKey: 'administrator',
    save: async (values: InviteAdministrator) => {
      await invite.mutateAsync({ body: inviteAdministratorSchema.parse(values) });
    },
    onSaved: (_, element) => {
      toast.success(t`Invitation sent`);
      focusSubmit(element);
    },
    onServerError: (error) => toast.error(t`Failed to send invitation: ${detailOrMessage(error)}`),
  });
  const form = useAppForm({
    defaultValues: nothingYet(),
    validators: { onDynamic: inviteAdministratorSchema },
    ...record.options,
    onSubmit: async ({ value, formApi }) => {
      await record.submit(value, formApi);
      // What was sent is the default now; what failed is still a change.
      if (formApi.state.isDefaultValue) formApi.reset(nothingYet());
    },
  });
  return (
    <RecordForm form={form} record={record} schema={inviteAdministratorSchema} className="max-w-md">
      <form.AppField name="email">
        {(field) => (
          <field.TextField
            {...fieldProps(invitationFields.email)}
            type="email"
            autoComplete="off"
            hint={t`We e-mail a link that makes this person an administrator. It expires in seven days.`}
          />
        )}
      </form.AppField>
      <form.AppField name="language">{() => <LanguageField />}</form.AppField>
      <div>
        <form.AppForm>
          <form.SubmitButton label={t`Send Invitation`} busyLabel={t`Sending Invitation...`} />
        </form.AppForm>
      </div>
    </RecordForm>
  );
}
