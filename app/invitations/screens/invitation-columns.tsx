import { EmailText } from '~/kit/ui/record-texts';
import { useQueryClient } from '@tanstack/react-query';
import { StillWaiting } from '~/kit/feedback/query-state';
import { outcomeToasts } from '~/kit/feedback/toast';
import { columnsOf } from '~/kit/table/table-features';
import { RowActions } from '~/kit/table/row-actions';
import { RowLink } from '~/kit/table/row-links';
import type { Invitation } from '~/invitations/fields';
import { invitationMutations } from '~/invitations/queries';
import { textOrDash, titleCase } from '~/language/format';
import { msg, t } from '~/language/texts';
import { useSingleFlightMutation } from '~/kit/ui/use-single-flight-mutation';
import { SentAt } from './sent-at';

const { columns, column, actions } = columnsOf<Invitation>();

export function invitationColumns(onDelete: (invitation: Invitation) => void) {
  return columns([
    column(
      'email',
      msg`Email`,
      (invitation) => (
        <span className="font-medium">
          <EmailText email={invitation.invitee} />
        </span>
      ),
      { width: '24%', narrow: '12.25rem', selectable: true, phone: 'title' },
    ),
    column('role', msg`Role`, (invitation) => textOrDash(titleCase(invitation.role ?? '')), {
      width: '9.25rem',
      narrow: '6.25rem',
      phone: 'note',
    }),
    column('condo_name', msg`Building`, (invitation) => <CondoName invitation={invitation} />, {
      phone: 'note',
    }),
    column(
      'apartment_number',
      msg`Apartment`,
      (invitation) => textOrDash(invitation.apartment_number),
      {
        width: '6.25rem',
        narrow: '5.75rem',
        phone: 'note',
        code: true,
      },
    ),
    column('created_at', msg`Sent At`, (invitation) => <SentAt invitation={invitation} />, {
      width: '14.25rem',
      narrow: '9.875rem',
      phone: 'note',
    }),
    actions(
      '11rem',
      (invitation) => <InvitationActions invitation={invitation} onDelete={onDelete} />,
      { narrow: '4.75rem', words: [msg`Resend`, msg`Delete`] },
    ),
  ]);
}

/** Links to the building if the API sends its id. A click anywhere on the row follows the link. */
function CondoName({ invitation: { condo_id, condo_name } }: { invitation: Invitation }) {
  const name = textOrDash(condo_name);
  if (condo_id === null) return <>{name}</>;
  return (
    <RowLink
      link={{ to: '/condos/$condoId', params: { condoId: condo_id } }}
      opensRow
      className="link"
    >
      {name}
    </RowLink>
  );
}

interface InvitationActionsProps {
  invitation: Invitation;
  onDelete: (invitation: Invitation) => void;
}

function InvitationActions({ invitation, onDelete }: InvitationActionsProps) {
  const resend = useSingleFlightMutation({
    ...invitationMutations.resend(useQueryClient()),
    ...outcomeToasts(t`Invitation email resent`, t`Failed to resend invitation`),
  });
  const { id } = invitation;
  if (id === null) return <>-</>;
  return (
    <>
      <RowActions
        about={invitation.invitee ?? ''}
        busy={resend.isPending}
        actions={[
          { label: t`Resend`, onPress: () => resend.mutate(id) },
          { label: t`Delete`, variant: 'quiet-danger', onPress: () => onDelete(invitation) },
        ]}
      />
      {resend.isPending && <StillWaiting />}
    </>
  );
}
