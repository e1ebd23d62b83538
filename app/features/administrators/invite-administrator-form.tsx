import { toast } from '~/components/feedback/toast';
import { focusSubmit } from '~/components/form/focus-first-invalid';
import { firstLanguage, LanguageField } from '~/components/form/language-field';
import { RecordField } from '~/components/form/record-field';
import { RecordForm } from '~/components/form/record-form';
import { SubmitButton } from '~/components/form/submit-button';
import { useRecordForm } from '~/components/form/use-record-form';
import { inviteAdministratorSchema, type InviteAdministrator } from '~/contract/administrator';
import { administratorInvitationFields } from '~/contract/invitation-fields';
import { useEmbeddedChange } from '~/rpc/use-embedded-change';
import { detailOrMessage } from '~/lib/app-error';
import { t } from '~/lib/texts';

const nothingYet = (): InviteAdministrator => ({ email: '', language: firstLanguage() });

/** Asks for the e-mail address of a new administrator; empty again after it was sent. */
export function InviteAdministratorForm() {
  const invite = useEmbeddedChange('administrators.invite');
  const record = useRecordForm({
    draftKey: 'administrator',
    defaultValues: nothingYet(),
    schema: inviteAdministratorSchema,
    save: (values) => invite.mutateAsync({ body: inviteAdministratorSchema.parse(values) }),
    onSaved: (element): void => {
      toast.success(t`Invitation sent`);
      focusSubmit(element);
      record.form.reset(nothingYet());
    },
    onServerError: (error) => toast.error(t`Failed to send invitation: ${detailOrMessage(error)}`),
  });
  return (
    <RecordForm record={record} className="max-w-md">
      <RecordField
        fields={administratorInvitationFields}
        name="email"
        hint={t`We e-mail a link that makes this person an administrator. It expires in seven days.`}
      />
      <LanguageField />
      <div>
        <SubmitButton label={t`Send Invitation`} busyLabel={t`Sending Invitation...`} />
      </div>
    </RecordForm>
  );
}
