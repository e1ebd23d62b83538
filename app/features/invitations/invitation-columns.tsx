import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { StillWaiting } from '~/components/feedback/still-waiting';
import { toast } from '~/components/feedback/toast';
import { createColumnHelper } from '~/components/table/data-table';
import { Button } from '~/components/ui/button';
import { EmailText } from '~/components/ui/email-text';
import type { Invitation } from '~/contract/invitation-reading';
import { invitationMutations } from '~/data/invitations/invitations.mutations';
import { detailOr } from '~/lib/app-error';
import { firstPress } from '~/lib/first-press';
import { dash, titleCase } from '~/lib/format';
import { useSingleFlightMutation } from '~/lib/use-single-flight-mutation';
import { SentAt } from './sent-at';

const helper = createColumnHelper<Invitation>();

/** Columns of Pending Invitations. */
export function invitationColumns(onDelete: (invitation: Invitation) => void) {
  return helper.columns([
    helper.accessor('email', {
      header: 'Email',
      meta: { width: '20%', selectable: true },
      cell: ({ row }) => (
        <span className="font-medium">
          <EmailText email={row.original.email} />
        </span>
      ),
    }),
    helper.accessor('role', {
      header: 'Role',
      meta: { width: '7rem' },
      cell: ({ row }) => dash(titleCase(row.original.role ?? '')),
    }),
    helper.accessor('condo_name', {
      header: 'Building',
      cell: ({ row }) => <CondoName invitation={row.original} />,
    }),
    helper.accessor('apartment_number', {
      header: 'Apartment',
      meta: { width: '6.25rem' },
      cell: ({ row }) => dash(row.original.apartment_number),
    }),
    helper.accessor('created_at', {
      header: 'Sent At',
      meta: { width: '14.25rem' },
      cell: ({ row }) => <SentAt invitation={row.original} />,
    }),
    helper.display({
      id: 'actions',
      header: 'Actions',
      meta: { width: '11rem' },
      cell: ({ row }) => <InvitationActions invitation={row.original} onDelete={onDelete} />,
    }),
  ]);
}

/** Leads to the building where the API says which one it is. */
function CondoName({ invitation: { condo_id, condo_name } }: { invitation: Invitation }) {
  const name = dash(condo_name);
  if (condo_id === null) return <>{name}</>;
  return (
    <Link to="/condos/$condoId" params={{ condoId: condo_id }} className="link">
      {name}
    </Link>
  );
}

interface InvitationActionsProps {
  invitation: Invitation;
  onDelete: (invitation: Invitation) => void;
}

/** The accessible names are the labels, the description is the invitation. */
function InvitationActions({ invitation, onDelete }: InvitationActionsProps) {
  const describedBy = useId();
  const resend = useSingleFlightMutation({
    ...invitationMutations.resend(useQueryClient()),
    onError: (error) => toast.error(detailOr(error, 'Failed to resend invitation')),
  });
  const busy = resend.isPending;
  const { id } = invitation;
  if (id === null) return <>-</>;
  return (
    <span className="flex flex-wrap gap-2">
      <span id={describedBy} hidden>
        {invitation.email}
      </span>
      <Button
        variant="ghost"
        size="sm"
        aria-describedby={describedBy}
        aria-disabled={busy}
        onClick={firstPress(() => {
          if (busy) return;
          resend.mutate(id, { onSuccess: () => toast.success('Invitation email resent') });
        })}
      >
        Resend
      </Button>
      <Button
        variant="quiet-danger"
        size="sm"
        aria-describedby={describedBy}
        aria-disabled={busy}
        onClick={() => {
          if (!busy) onDelete(invitation);
        }}
      >
        Delete
      </Button>
      {busy && <StillWaiting />}
    </span>
  );
}
