import { useState } from 'react';
import { outcomeToasts } from '~/components/feedback/outcome-toasts';
import { columnsOf } from '~/components/table/columns-of';
import { RowButton } from '~/components/table/row-button';
import { EmailText } from '~/components/ui/email-text';
import type { AdministratorInvitation } from '~/contract/administrator';
import { useOwnChange } from '~/data/use-own-change';
import { formatDateTime } from '~/lib/format';
import { expiryText, mailText } from '~/lib/invitation-texts';
import { msg, t } from '~/lib/texts';

const { columns, column, actions } = columnsOf<AdministratorInvitation>();

export const INVITATION_COLUMNS = columns([
  column('email', msg`Email`, (invitation) => (
    <span className="font-medium">
      <EmailText email={invitation.email} />
    </span>
  )),
  column('created_at', msg`Invited At`, (invitation) => <InvitedAt invitation={invitation} />),
  actions('14.5rem', (invitation) => <InvitationActions invitation={invitation} />),
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
  const resend = useOwnChange(
    'administrators.invite',
    outcomeToasts(t`Invitation email resent`, t`Failed to resend invitation`),
  );
  const remove = useOwnChange(
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
