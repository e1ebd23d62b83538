import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { toast } from '~/components/feedback/toast';
import { createColumnHelper } from '~/components/table/data-table';
import { Button } from '~/components/ui/button';
import { EmailText } from '~/components/ui/email-text';
import type { AdministratorInvitation } from '~/contract/administrator';
import { ownChange } from '~/data/own-call';
import { detailOr } from '~/lib/app-error';
import { firstPress } from '~/lib/first-press';
import { formatDateTime } from '~/lib/format';
import { expiryText, mailText } from '~/lib/invitation-texts';
import { useSingleFlightMutation } from '~/lib/use-single-flight-mutation';

const helper = createColumnHelper<AdministratorInvitation>();

/** Columns of Invited Administrators. */
export const INVITATION_COLUMNS = helper.columns([
  helper.accessor('email', {
    header: 'Email',
    cell: ({ row }) => (
      <span className="font-medium">
        <EmailText email={row.original.email} />
      </span>
    ),
  }),
  helper.accessor('created_at', {
    header: 'Invited At',
    cell: ({ row }) => <InvitedAt invitation={row.original} />,
  }),
  helper.display({
    id: 'actions',
    header: 'Actions',
    meta: { width: '11rem' },
    cell: ({ row }) => <InvitationActions invitation={row.original} />,
  }),
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

/** The accessible names are the labels, the description is the invitation. */
function InvitationActions({ invitation }: { invitation: AdministratorInvitation }) {
  const describedBy = useId();
  const client = useQueryClient();
  const resend = useSingleFlightMutation({
    ...ownChange(client, 'administrators.invite'),
    onError: (error) => toast.error(detailOr(error, 'Failed to resend invitation')),
  });
  const remove = useSingleFlightMutation({
    ...ownChange(client, 'administrators.deleteInvitation'),
    onError: (error) => toast.error(detailOr(error, 'Failed to delete invitation')),
  });
  const busy = resend.isPending || remove.isPending;
  const { id, email } = invitation;
  return (
    <span className="flex gap-2">
      <span id={describedBy} hidden>
        {email}
      </span>
      <Button
        variant="secondary"
        size="sm"
        aria-describedby={describedBy}
        aria-disabled={busy}
        onClick={firstPress(() => {
          if (busy) return;
          resend.mutate(
            { body: { email } },
            { onSuccess: () => toast.success('Invitation email resent') },
          );
        })}
      >
        Resend
      </Button>
      <Button
        variant="danger"
        size="sm"
        aria-describedby={describedBy}
        aria-disabled={busy}
        onClick={firstPress(() => {
          if (busy) return;
          remove.mutate({ id }, { onSuccess: () => toast.success('Invitation deleted') });
        })}
      >
        Delete
      </Button>
    </span>
  );
}
