import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorState } from '~/components/feedback/query-state';
import { EmailText } from '~/components/ui/email-text';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '~/components/ui/table';
import type { Invitation } from '~/contract/invitation-reading';
import { invitationQueries } from '~/data/invitations/invitations.queries';
import { dash, titleCase } from '~/lib/format';
import { SentAt } from './sent-at';

interface CondoInvitationsProps {
  condoId: number;
  condoName: string | null;
}

/** The pending invitations of one building; nothing where there are none. */
export function CondoInvitations({ condoId, condoName }: CondoInvitationsProps) {
  const invitations = useQuery(invitationQueries.pending());
  const titleId = useId();
  if (!invitations.data) {
    return invitations.isError ? (
      <ErrorState text="Error loading invitations." onRetry={() => void invitations.refetch()} />
    ) : null;
  }
  const own = invitations.data.filter((invitation) => isOf(invitation, { condoId, condoName }));
  if (own.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="grid gap-2">
      <h3 id={titleId} className="font-semibold">
        Pending invitations
      </h3>
      <Table aria-labelledby={titleId} className="min-w-md table-fixed">
        <TableHead>
          <TableRow>
            {['Email', 'Role', 'Apartment', 'Sent At'].map((header) => (
              <TableHeader key={header}>{header}</TableHeader>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {own.map((invitation, index) => (
            <TableRow key={invitation.id ?? `at-${index}`}>
              <TableCell className="wrap-anywhere">
                <EmailText email={invitation.email} />
              </TableCell>
              <TableCell>{dash(titleCase(invitation.role ?? ''))}</TableCell>
              <TableCell>{dash(invitation.apartment_number)}</TableCell>
              <TableCell>
                <SentAt invitation={invitation} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </section>
  );
}

/** The contract's invitation names its building; the id is more than it promises. */
function isOf(invitation: Invitation, { condoId, condoName }: CondoInvitationsProps): boolean {
  if (invitation.condo_id !== null) return invitation.condo_id === condoId;
  return condoName !== null && invitation.condo_name === condoName;
}
