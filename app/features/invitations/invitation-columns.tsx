import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { StillWaiting } from '~/components/feedback/still-waiting';
import { toast } from '~/components/feedback/toast';
import { createColumnHelper } from '~/components/table/data-table';
import { RowButton } from '~/components/table/row-button';
import { EmailText } from '~/components/ui/email-text';
import type { Invitation } from '~/contract/invitation-reading';
import { invitationMutations } from '~/data/invitations/invitations.mutations';
import { detailOr } from '~/lib/app-error';
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

function InvitationActions({ invitation, onDelete }: InvitationActionsProps) {
  const resend = useSingleFlightMutation({
    ...invitationMutations.resend(useQueryClient()),
    onSuccess: () => toast.success('Invitation email resent'),
    onError: (error) => toast.error(detailOr(error, 'Failed to resend invitation')),
  });
  const { id } = invitation;
  if (id === null) return <>-</>;
  const shared = { about: invitation.email ?? '', busy: resend.isPending };
  return (
    <span className="flex flex-wrap gap-2">
      <RowButton {...shared} label="Resend" variant="ghost" onPress={() => resend.mutate(id)} />
      <RowButton
        {...shared}
        label="Delete"
        variant="quiet-danger"
        onPress={() => onDelete(invitation)}
      />
      {resend.isPending && <StillWaiting />}
    </span>
  );
}
