import { useLanguage } from '~/language/use-language';
import { EmailText } from '~/kit/ui/record-texts';
import { SelectField } from '~/kit/form/choice-fields';
import { toast, outcomeToasts } from '~/kit/feedback/toast';
import { focusSubmit } from '~/kit/form/server-errors';
import { RecordField } from '~/kit/form/record-field';
import { RecordForm } from '~/kit/form/record-form';
import { SubmitButton } from '~/kit/form/submit-button';
import { useRecordForm } from '~/kit/form/use-record-form';
import {
  administratorRightsSchema,
  inviteAdministratorSchema,
  type InviteAdministrator,
  type Administrator,
  type AdministratorInvitation,
} from '~/accounts/administrator';
import { RIGHTS, RIGHTS_LABELS } from '~/accounts/rights';
import { LinkForm, useLinkForm } from '~/kit/form/link-form';
import { DialogWindow } from '~/kit/ui/dialog';
import { administratorInvitationFields } from '~/invitations/fields';
import { useEmbeddedChange } from '~/rpc/use-embedded-change';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { t, msg, translate } from '~/language/texts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { QueryContent } from '~/kit/feedback/query-state';
import { PageHeader, TitledCard, Fact } from '~/kit/ui/card';
import { QueryTable } from '~/kit/list/list-table';
import { columnsOf } from '~/kit/table/table-features';
import { RowButton, RowRemoval } from '~/kit/table/row-actions';
import { Badge } from '~/kit/ui/badge';
import { Skeleton } from '~/kit/ui/skeleton';
import { embeddedQuery } from '~/rpc/queries';
import { formatDateTime, formatLast, formatNumber } from '~/language/format';
import { expiryText, mailText } from '~/invitations/texts';
import { firstLanguage, FormField, LanguageField } from '~/kit/form/form-field';

const nothingYet = (): InviteAdministrator => ({
  email: '',
  rights: 'all',
  language: firstLanguage(),
});

const RIGHTS_OPTIONS = RIGHTS.map((value) => ({ value, label: RIGHTS_LABELS[value] }));

/** Asks for the e-mail address and the rights of a new administrator. The form is emptied after sending. */
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
      <FormField name="rights">
        <SelectField label={t`Rights`} options={RIGHTS_OPTIONS} required />
      </FormField>
      <LanguageField />
      <div>
        <SubmitButton label={t`Send Invitation`} busyLabel={t`Sending Invitation...`} />
      </div>
    </RecordForm>
  );
}

/** Administrators (docs/behaviour/administrators.md). */
export function AdministratorsPage() {
  useLanguage();
  return (
    <>
      <PageHeader title={t`Administrators`} />
      <QueryTable
        query={embeddedQuery('administrators.list', {})}
        things={t`administrators`}
        empty={t`No administrators found.`}
        caption={t`Administrators`}
        columns={ADMINISTRATOR_COLUMNS}
        size="narrow"
      />
      <TitledCard title={t`Invite Administrator`}>
        <InviteAdministratorForm />
      </TitledCard>
      <TitledCard title={t`Invited Administrators`}>
        <QueryTable
          query={embeddedQuery('administrators.invitations', {})}
          things={t`invitations`}
          empty={t`No pending invitations found.`}
          caption={t`Invited administrators`}
          columns={INVITATION_COLUMNS}
          size="narrow"
        />
      </TitledCard>
      <FailedSignInsCard />
    </>
  );
}

/** Number of failed sign-ins. Each account lists its own on its page (docs/behaviour/administrators.md). */
function FailedSignInsCard() {
  return (
    <TitledCard title={t`Failed sign-ins`}>
      <QueryContent
        query={embeddedQuery('administrators.failedSignIns', {})}
        loading={t`Loading failed sign-ins...`}
        error={t`Error loading failed sign-ins.`}
        skeleton={<Skeleton className="h-12" />}
      >
        {({ last_24_hours, last_90_days, without_account }) => (
          <dl className="flex flex-wrap gap-x-8 gap-y-4">
            <Fact label={t`Last 24 hours`}>{formatNumber(last_24_hours)}</Fact>
            <Fact label={t`Last 90 days`}>{formatNumber(last_90_days)}</Fact>
            <Fact label={t`For unknown addresses`}>{formatNumber(without_account)}</Fact>
          </dl>
        )}
      </QueryContent>
    </TitledCard>
  );
}

const listed = columnsOf<Administrator>();

const ADMINISTRATOR_COLUMNS = listed.columns([
  listed.column('first_name', msg`Name`, (administrator) => (
    <span className="flex flex-wrap items-center gap-2">
      <Name administrator={administrator} />
      {administrator.is_current && <Badge tone="accent">{t`You`}</Badge>}
    </span>
  )),
  listed.column('email', msg`Email`, (administrator) => <EmailText email={administrator.email} />),
  listed.column('rights', msg`Rights`, (administrator) =>
    translate(RIGHTS_LABELS[administrator.rights]),
  ),
  listed.column('last_login', msg`Last Login`, (administrator) =>
    formatLast(administrator.last_login),
  ),
  listed.actions('11rem', (administrator) => <RightsActions administrator={administrator} />),
]);

/** Buttons that change another administrator's rights. One's own row has none. */
function RightsActions({ administrator }: { administrator: Administrator }) {
  if (administrator.is_current) return <>-</>;
  return (
    <span className="flex flex-wrap gap-2 py-1">
      <ChangeRights administrator={administrator} />
      <WithdrawRights administrator={administrator} />
    </span>
  );
}

/** A dialog to choose rights. Like every change of rights it asks for the password. */
function ChangeRights({ administrator: { id, email, rights } }: { administrator: Administrator }) {
  const [open, setOpen] = useState(false);
  const { mutateAsync } = useEmbeddedChange('administrators.changeRights');
  const close = () => setOpen(false);
  const link = useLinkForm({
    defaultValues: { rights },
    schema: administratorRightsSchema,
    async send(body) {
      await mutateAsync({ id, body });
      toast.success(t`Rights changed`);
      close();
    },
  });
  return (
    <>
      <RowButton label={t`Change Rights`} about={email} onPress={() => setOpen(true)} />
      <DialogWindow open={open} title={t`Change Rights`} titleClass="mb-4 pr-10" onClose={close}>
        <LinkForm
          link={link}
          button={{ label: t`Change Rights`, busyLabel: t`Please wait...` }}
          align="start"
        >
          <p translate="no" className="wrap-anywhere">
            {email}
          </p>
          <link.SelectField name="rights" label={t`Rights`} options={RIGHTS_OPTIONS} required />
          <p className="text-muted">{t`It counts from the next call on. Screens that are open follow at the next sign-in.`}</p>
        </LinkForm>
      </DialogWindow>
    </>
  );
}

/** Confirm, call, then a toast or the failure dialog. */
function WithdrawRights({ administrator }: { administrator: Administrator }) {
  const { mutateAsync } = useEmbeddedChange('administrators.withdraw');
  const { email } = administrator;
  return (
    <RowRemoval
      record={administrator}
      label={t`Withdraw Rights`}
      about={email}
      title={t`Withdraw Rights`}
      question={t`Are you sure you want to withdraw the rights of this administrator? All their sessions end at once. Their account stays.`}
      nameOf={() => email}
      confirmLabel={t`Withdraw`}
      remove={(id) => mutateAsync({ id })}
      success={{ toast: t`Rights withdrawn` }}
      failure={(error) => ({ title: t`Withdrawal Failed`, text: detailOrMessage(error) })}
    />
  );
}

function Name({ administrator }: { administrator: Administrator }) {
  const { id, email, first_name, last_name } = administrator;
  const name = [first_name, last_name].filter(Boolean).join(' ') || <EmailText email={email} />;
  return (
    <Link to="/users/$userId" params={{ userId: id }} className="link font-medium wrap-anywhere">
      {name}
    </Link>
  );
}

const invited = columnsOf<AdministratorInvitation>();

const INVITATION_COLUMNS = invited.columns([
  invited.column('email', msg`Email`, (invitation) => (
    <span className="font-medium">
      <EmailText email={invitation.email} />
    </span>
  )),
  invited.column('rights', msg`Rights`, (invitation) =>
    translate(RIGHTS_LABELS[invitation.rights]),
  ),
  invited.column('created_at', msg`Invited At`, (invitation) => (
    <InvitedAt invitation={invitation} />
  )),
  invited.actions('14.5rem', (invitation) => <InvitationActions invitation={invitation} />),
]);

function InvitedAt({ invitation }: { invitation: AdministratorInvitation }) {
  const [now] = useState(() => new Date());
  const { mail } = invitation;
  const sent = mail && mailText({ mail_state: mail.state, mail_detail: mail.detail });
  const texts = [sent, expiryText(invitation, now)].filter(Boolean);
  return (
    <>
      <span className="block">{formatDateTime(invitation.created_at)}</span>
      <span className="block text-xs text-muted">{texts.join(' · ')}</span>
    </>
  );
}

function InvitationActions({ invitation: { id, email } }: { invitation: AdministratorInvitation }) {
  const resend = useEmbeddedChange(
    'administrators.invite',
    outcomeToasts(t`Invitation email resent`, t`Failed to resend invitation`),
  );
  const remove = useEmbeddedChange(
    'administrators.deleteInvitation',
    outcomeToasts(t`Invitation deleted`, t`Failed to delete invitation`),
  );
  const busy = resend.isPending || remove.isPending;
  return (
    <span className="flex flex-wrap gap-2 py-1">
      <RowButton
        label={t`Resend`}
        about={email}
        busy={busy}
        onPress={() => resend.mutate({ body: { email } })}
      />
      <RowButton
        label={t`Delete`}
        about={email}
        variant="danger"
        busy={busy}
        onPress={() => remove.mutate({ id })}
      />
    </span>
  );
}
