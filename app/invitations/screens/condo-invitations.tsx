import { EmailText } from '~/kit/ui/record-texts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorState } from '~/kit/feedback/error-state';
import type { Invitation } from '~/invitations/fields';
import { invitationQueries } from '~/invitations/queries';
import { isOfCondo } from '~/users/queries';
import { textOrDash, titleCase } from '~/language/format';
import { t } from '~/language/texts';
import { SentAt } from './sent-at';

interface CondoInvitationsProps {
  condoId: number;
  condoName: string | null;
}

/** Pending invitations of a building. Renders nothing if there are none. */
export function CondoInvitations({ condoId, condoName }: CondoInvitationsProps) {
  const invitations = useQuery(invitationQueries.pending());
  const titleId = useId();
  if (!invitations.data) {
    return invitations.isError ? (
      <ErrorState text={t`Error loading invitations.`} onRetry={() => void invitations.refetch()} />
    ) : null;
  }
  const own = invitations.data.filter((one) => isOfCondo(one, { condoId, condoName }));
  if (own.length === 0) return null;
  return (
    <section id="invitations" aria-labelledby={titleId} className="grid gap-2">
      <h3 id={titleId} className="font-semibold">
        {t`Pending invitations`}
      </h3>
      <InvitationList invitations={own} labelledBy={titleId} />
    </section>
  );
}

interface InvitationListProps {
  invitations: readonly Invitation[];
  labelledBy: string;
}

/** Invitations with the state of their mail, apartment and role. */
export function InvitationList({ invitations, labelledBy }: InvitationListProps) {
  return (
    <ul aria-labelledby={labelledBy} className="divide-y divide-line">
      {invitations.map((invitation, index) => (
        <li
          key={invitation.id ?? `at-${index}`}
          className="grid items-center gap-x-4 gap-y-1 py-2 wrap-anywhere sm:grid-cols-[3fr_4fr_1.5fr_2fr]"
        >
          <span>
            <EmailText email={invitation.invitee} />
          </span>
          <span className="text-muted">
            <SentAt invitation={invitation} />
          </span>
          <span>{invitation.apartment_number ? t`Unit ${invitation.apartment_number}` : '-'}</span>
          <span>{textOrDash(titleCase(invitation.role ?? ''))}</span>
        </li>
      ))}
    </ul>
  );
}
