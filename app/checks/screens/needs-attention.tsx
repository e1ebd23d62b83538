import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { QueryContent } from '~/kit/feedback/query-state';
import { NamedCard } from '~/kit/ui/card';
import { Skeleton } from '~/kit/ui/skeleton';
import type { FindingCounts } from '~/checks/answers';
import { portfolioCheckQueries } from '~/checks/queries';
import { FINDING_KINDS, type FindingKind } from '~/checks/schema';
import type { Invitation } from '~/invitations/fields';
import { invitationQueries, shownInvitations } from '~/invitations/queries';
import { embeddedQuery } from '~/rpc/queries';
import { formatCount, formatNumber } from '~/language/format';
import { msg, t, translate } from '~/language/texts';
import { FINDING_TEXTS } from './finding-texts';

/** Number of lines that fit into the panel. The last one may lead to the others. */
const SHOWN = 5;

/** Kinds about the next days. They come first, as sentences with their number. */
const DATED = ['coming_move', 'coming_vacancy'] as const;
const DATED_TEXTS: Partial<Record<FindingKind, (count: number) => string>> = {
  coming_move: (count) =>
    formatCount(count, 'move in the next 14 days', 'moves in the next 14 days'),
  coming_vacancy: (count) =>
    formatCount(
      count,
      'apartment becomes vacant in the next 14 days',
      'apartments become vacant in the next 14 days',
    ),
};
/** Kinds that are not simply counted. Open invitations have separate lines, by their problem. */
const APART = new Set<FindingKind>([...DATED, 'unreported_move', 'open_invitation']);
const OTHERS = FINDING_KINDS.filter((kind) => !APART.has(kind));

const OPEN_PROPOSALS = embeddedQuery('proposals.list', { query: { status: 'open' } });

/** Lines by urgency. Each count equals the number of rows that its link lists. */
function linesOf(
  counts: FindingCounts,
  invitations: readonly Invitation[],
  proposed: number,
  now: Date,
) {
  const findings = (kind: FindingKind) => {
    const rows = counts.find((one) => one.kind === kind);
    return {
      label: FINDING_TEXTS[kind].label,
      sentence: DATED_TEXTS[kind],
      // The list also has findings under way, but these alone do not need attention.
      count: rows && rows.count > 0 ? rows.count + rows.under_way : 0,
      link: linkOptions({ to: '/portfolio-check', search: { kind } }),
    };
  };
  const invited = (state: 'failed' | 'ending', label: string) => ({
    label,
    sentence: undefined,
    count: shownInvitations(invitations, { search: '', state }, now).length,
    link: linkOptions({ to: '/pending-invitations', search: { state } }),
  });
  const proposals = {
    label: msg`Open proposals`,
    sentence: (count: number) => formatCount(count, 'proposal to review', 'proposals to review'),
    count: proposed,
    link: linkOptions({ to: '/proposals' }),
  };
  return [
    proposals,
    ...DATED.map(findings),
    invited('failed', msg`Invitations whose email failed`),
    invited('ending', msg`Invitations that have expired or expire within 2 days`),
    findings('unreported_move'),
    ...OTHERS.map(findings),
  ].filter(({ count }) => count > 0);
}

/** Panel of the dashboard with the tasks that wait for an administrator. Embedded API only. */
export function NeedsAttention() {
  const [now] = useState(() => new Date());
  // All queries start at once.
  useQuery(invitationQueries.pending());
  useQuery(OPEN_PROPOSALS);
  const skeleton = <Skeleton className="h-16" />;
  return (
    <NamedCard title={t`Needs attention`}>
      <QueryContent
        query={portfolioCheckQueries.counts()}
        loading={t`Checking the portfolio...`}
        error={t`The portfolio could not be checked.`}
        skeleton={skeleton}
      >
        {(counts) => (
          <QueryContent
            query={invitationQueries.pending()}
            loading={t`Loading invitations...`}
            error={t`Error loading invitations.`}
            skeleton={skeleton}
          >
            {(invitations) => (
              <QueryContent
                query={OPEN_PROPOSALS}
                loading={t`Loading proposals...`}
                error={t`Error loading proposals.`}
                skeleton={skeleton}
              >
                {({ length }) => <Lines lines={linesOf(counts, invitations, length, now)} />}
              </QueryContent>
            )}
          </QueryContent>
        )}
      </QueryContent>
    </NamedCard>
  );
}

function Lines({ lines }: { lines: ReturnType<typeof linesOf> }) {
  if (lines.length === 0) return <p className="text-muted">{t`Nothing needs attention`}</p>;
  const shown = lines.length > SHOWN ? lines.slice(0, SHOWN - 1) : lines;
  return (
    <ul aria-label={t`Needs attention`}>
      {shown.map(({ label, sentence, count, link }) => (
        <li key={label}>
          <Link
            {...link}
            className="flex min-h-6 items-center justify-between gap-3 hover:underline max-md:py-1.5"
          >
            <span className="font-medium">{sentence?.(count) ?? translate(label)}</span>
            {!sentence && (
              <>
                {' '}
                <span className="tabular-nums">{formatNumber(count)}</span>
              </>
            )}
          </Link>
        </li>
      ))}
      {shown.length < lines.length && (
        <li>
          <Link to="/portfolio-check" className="link inline-flex min-h-6 items-center">
            {t`and ${lines.length - shown.length} more`}
          </Link>
        </li>
      )}
    </ul>
  );
}
