import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card';
import { EmailText } from '~/components/ui/email-text';
import type { Invitation } from '~/contract/invitation-reading';
import { NO_CAPABILITIES } from '~/data/capabilities/capabilities';
import { capabilityQueries } from '~/data/capabilities/capabilities.queries';
import { invitationQueries } from '~/data/invitations/invitations.queries';
import { expiryText, mailText } from '~/lib/invitation-texts';
import { waitingInvitations } from './shown-invitations';

const SHOWN = 5;

/** On the dashboard: invitations that somebody has to look after, where the API says which ones. */
export function WaitingCard() {
  const { data: can = NO_CAPABILITIES } = useQuery(capabilityQueries.current());
  const known = can.invitationMailState || can.invitationExpiry;
  const { data } = useQuery({ ...invitationQueries.pending(), enabled: known });
  const [now] = useState(() => new Date());
  const waiting = waitingInvitations(known ? (data ?? []) : [], now);
  if (waiting.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Waiting for someone</CardTitle>
        <Link to="/pending-invitations" className="link">
          {waiting.length > SHOWN ? `All ${waiting.length}` : 'Pending invitations'}
        </Link>
      </CardHeader>
      <CardContent>
        <ul aria-label="Waiting for someone" className="grid divide-y divide-line">
          {waiting.slice(0, SHOWN).map((invitation, index) => (
            <li key={invitation.id ?? `at-${index}`} className="grid gap-0.5 py-2.5 wrap-anywhere">
              <Link
                to="/pending-invitations"
                search={{ search: invitation.email ?? '' }}
                className="justify-self-start font-semibold hover:underline"
              >
                <EmailText email={invitation.email} />
              </Link>
              <span className="text-sm text-muted">{reasonOf(invitation, now)}</span>
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}

function reasonOf(invitation: Invitation, now: Date): string {
  const mail = invitation.mail_state === 'failed' ? mailText(invitation) : null;
  return [mail ?? expiryText(invitation, now), invitation.condo_name].filter(Boolean).join(' · ');
}
