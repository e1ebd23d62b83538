import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { TitledCard, EmailText } from '~/kit/ui/card';
import type { Invitation } from '~/invitations/fields';
import { invitationQueries, waitingInvitations } from '~/invitations/queries';
import type { FindingKind } from '~/checks/schema';
import { portfolioCheckQueries } from '~/checks/queries';
import { apiKind } from '~/rpc/api-kind';
import { formatCount } from '~/language/format';
import { expiryText, mailText } from '~/invitations/texts';
import { t } from '~/language/texts';

const SHOWN = 5;

/** Kinds of the portfolio check that tell what comes. */
const COMING = [
  {
    kind: 'coming_move',
    text: (count: number) =>
      formatCount(count, 'move in the next 14 days', 'moves in the next 14 days'),
  },
  {
    kind: 'coming_vacancy',
    text: (count: number) =>
      formatCount(
        count,
        'apartment becomes vacant in the next 14 days',
        'apartments become vacant in the next 14 days',
      ),
  },
] as const;

/** Embedded API only: invitations that need attention, and the number of portfolio findings. */
export function WaitingCard() {
  const { isEmbedded } = apiKind();
  const { data } = useQuery({ ...invitationQueries.pending(), enabled: isEmbedded });
  const [now] = useState(() => new Date());
  const waiting = waitingInvitations(data ?? [], now);
  const { data: counts = [] } = useQuery({
    ...portfolioCheckQueries.counts(),
    enabled: isEmbedded,
  });
  // Findings that were not dismissed. Coming moves and vacancies have lines of their own.
  const countOf = (kind: FindingKind) => counts.find((one) => one.kind === kind)?.count ?? 0;
  const coming = COMING.filter(({ kind }) => countOf(kind) > 0);
  const comingCount = coming.reduce((sum, { kind }) => sum + countOf(kind), 0);
  const findings = counts.reduce((sum, { count }) => sum + count, -comingCount);
  if (waiting.length === 0 && findings === 0 && coming.length === 0) return null;
  return (
    <TitledCard
      title={t`Needs attention`}
      actions={
        waiting.length > 0 && (
          <Link to="/pending-invitations" className="link">
            {waiting.length > SHOWN ? t`All ${waiting.length}` : t`Pending invitations`}
          </Link>
        )
      }
    >
      <ul aria-label={t`Needs attention`} className="grid divide-y divide-line">
        {findings > 0 && (
          <li className="grid gap-0.5 py-2.5">
            <Link
              to="/portfolio-check"
              className="justify-self-start font-semibold hover:underline"
            >
              {t`Portfolio check`}
            </Link>
            <span className="text-sm text-muted">
              {formatCount(findings, 'finding', 'findings')}
            </span>
          </li>
        )}
        {coming.map(({ kind, text }) => (
          <li key={kind} className="py-2.5">
            <Link to="/portfolio-check" search={{ kind }} className="font-semibold hover:underline">
              {text(countOf(kind))}
            </Link>
          </li>
        ))}
        {waiting.slice(0, SHOWN).map((invitation, index) => (
          <li key={invitation.id ?? `at-${index}`} className="grid gap-0.5 py-2.5 wrap-anywhere">
            <Link
              to="/pending-invitations"
              search={{ search: invitation.invitee ?? '' }}
              className="justify-self-start font-semibold hover:underline"
            >
              <EmailText email={invitation.invitee} />
            </Link>
            <span className="text-sm text-muted">{reasonOf(invitation, now)}</span>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

function reasonOf(invitation: Invitation, now: Date): string {
  const mail = invitation.mail_state === 'failed' ? mailText(invitation) : null;
  return [mail ?? expiryText(invitation, now), invitation.condo_name].filter(Boolean).join(' · ');
}
