import { toast } from '~/kit/feedback/toast';
import { focusSubmit } from '~/kit/form/focus-first-invalid';
import { firstLanguage, LanguageField } from '~/kit/form/language-field';
import { RecordField } from '~/kit/form/record-field';
import { RecordForm } from '~/kit/form/record-form';
import { SubmitButton } from '~/kit/form/submit-button';
import { useRecordForm } from '~/kit/form/use-record-form';
import { inviteAdministratorSchema, type InviteAdministrator } from '~/accounts/administrator';
import { administratorInvitationFields } from '~/invitations/invitation-fields';
import { useEmbeddedChange } from '~/rpc/use-embedded-change';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { t } from '~/language/texts';

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
