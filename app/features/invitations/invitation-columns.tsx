import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { StillWaiting } from '~/components/feedback/still-waiting';
import { toast } from '~/components/feedback/toast';
import { createColumnHelper } from '~/components/table/data-table';
import { RowActions } from '~/components/table/row-actions';
import { EmailText } from '~/components/ui/email-text';
import type { Invitation } from '~/contract/invitation-reading';
import { invitationMutations } from '~/data/invitations/invitations.mutations';
import { detailOr } from '~/lib/app-error';
import { dash, titleCase } from '~/lib/format';
import { msg, t } from '~/lib/texts';
import { useSingleFlightMutation } from '~/lib/use-single-flight-mutation';
import { SentAt } from './sent-at';

const helper = createColumnHelper<Invitation>();

/** Columns of Pending Invitations. */
export function invitationColumns(onDelete: (invitation: Invitation) => void) {
  return helper.columns([
    helper.accessor('email', {
      header: msg`Email`,
      meta: { width: '20%', narrow: '12rem', selectable: true, phone: 'title' },
      cell: ({ row }) => (
        <span className="font-medium">
          <EmailText email={row.original.email} />
        </span>
      ),
    }),
    helper.accessor('role', {
      header: msg`Role`,
      meta: { width: '7rem', narrow: '5.5rem', phone: 'note' },
      cell: ({ row }) => dash(titleCase(row.original.role ?? '')),
    }),
    helper.accessor('condo_name', {
      header: msg`Building`,
      meta: { phone: 'note' },
      cell: ({ row }) => <CondoName invitation={row.original} />,
    }),
    helper.accessor('apartment_number', {
      header: msg`Apartment`,
      meta: { width: '6.25rem', phone: 'note' },
      cell: ({ row }) => dash(row.original.apartment_number),
    }),
    helper.accessor('created_at', {
      header: msg`Sent At`,
      meta: { width: '14.25rem', narrow: '8.5rem', phone: 'note' },
      cell: ({ row }) => <SentAt invitation={row.original} />,
    }),
    helper.display({
      id: 'actions',
      header: msg`Actions`,
      meta: { width: '11rem', narrow: '5rem' },
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
    onSuccess: () => toast.success(t`Invitation email resent`),
    onError: (error) => toast.error(detailOr(error, t`Failed to resend invitation`)),
  });
  const describedBy = useId();
  const { id } = invitation;
  if (id === null) return <>-</>;
  return (
    <>
      <span id={describedBy} hidden>
        {invitation.email}
      </span>
      <RowActions
        describedBy={describedBy}
        busy={resend.isPending}
        actions={[
          { label: t`Resend`, onPress: () => resend.mutate(id) },
          { label: t`Delete`, isDanger: true, onPress: () => onDelete(invitation) },
        ]}
      />
      {resend.isPending && <StillWaiting />}
    </>
  );
}
