import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { toast } from '~/components/feedback/toast';
import { createColumnHelper } from '~/components/table/data-table';
import { Button } from '~/components/ui/button';
import { EmailText } from '~/components/ui/email-text';
import type { ReadAdministratorInvitation } from '~/contract/administrator-reading';
import { administratorMutations } from '~/data/administrators/administrators.mutations';
import { detailOr } from '~/lib/app-error';
import { firstPress } from '~/lib/first-press';
import { formatDateTime } from '~/lib/format';
import { expiryText, mailText } from '~/lib/invitation-texts';
import { useSingleFlightMutation } from '~/lib/use-single-flight-mutation';

const helper = createColumnHelper<ReadAdministratorInvitation>();

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

function InvitedAt({ invitation }: { invitation: ReadAdministratorInvitation }) {
  const [now] = useState(() => new Date());
  const texts = [mailText(invitation), expiryText(invitation, now)].filter(Boolean);
  return (
    <>
      <span className="block">{formatDateTime(invitation.created_at)}</span>
      <span className="block text-xs text-muted">{texts.join(' · ')}</span>
    </>
  );
}

/** The accessible names are the labels, the description is the invitation. */
function InvitationActions({ invitation }: { invitation: ReadAdministratorInvitation }) {
  const describedBy = useId();
  const client = useQueryClient();
  const resend = useSingleFlightMutation({
    ...administratorMutations.invite(client),
    onError: (error) => toast.error(detailOr(error, 'Failed to resend invitation')),
  });
  const remove = useSingleFlightMutation({
    ...administratorMutations.deleteInvitation(client),
    onError: (error) => toast.error(detailOr(error, 'Failed to delete invitation')),
  });
  const busy = resend.isPending || remove.isPending;
  const { id, email } = invitation;
  if (id === null || email === null) return <>-</>;
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
          resend.mutate(email, { onSuccess: () => toast.success('Invitation email resent') });
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
          remove.mutate(id, { onSuccess: () => toast.success('Invitation deleted') });
        })}
      >
        Delete
      </Button>
    </span>
  );
}
