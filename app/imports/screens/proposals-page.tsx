import { useLanguage } from '~/language/use-language';
import { EmailText } from '~/kit/ui/record-texts';
import { Link } from '@tanstack/react-router';
import { QueryTable } from '~/kit/list/list-table';
import { columnsOf } from '~/kit/table/table-features';
import { Badge } from '~/kit/ui/badge';
import { PageHeader } from '~/kit/ui/card';
import { formatDateTime } from '~/language/format';
import { msg, t } from '~/language/texts';
import type { Proposal } from '~/proposals/schema';
import { embeddedQuery } from '~/rpc/queries';
import { countsText } from './bulk-files';

/** Proposals (docs/behaviour/proposals.md): the open ones first, then the decided ones. */
export function ProposalsPage() {
  useLanguage();
  return (
    <>
      <PageHeader
        title={t`Proposals`}
        description={t`Changes by colleagues and agents who may not write. Nothing is written before somebody applies them.`}
      />
      <QueryTable
        query={{
          ...embeddedQuery('proposals.list', { query: {} }),
          staleTime: 0,
          select: (all) => all.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a))),
        }}
        things={t`proposals`}
        empty={t`No proposals found.`}
        caption={t`Proposals`}
        columns={COLUMNS}
        size="narrow"
      />
    </>
  );
}

const isOpen = ({ status }: Proposal) => status === 'open';

const { columns, column } = columnsOf<Proposal>();

const COLUMNS = columns([
  column('reason', msg`Reason`, ({ id, reason }) => (
    <Link
      to="/proposals/$proposalId"
      params={{ proposalId: id }}
      className="link font-medium wrap-anywhere"
      translate="no"
    >
      {reason}
    </Link>
  )),
  column('author', msg`Who`, (proposal) => <Author proposal={proposal} />),
  column('created_at', msg`When`, ({ created_at }) => formatDateTime(created_at)),
  column('changes', msg`What`, (proposal) => (
    <>
      <span className="block">{countsText(proposal.kind, proposal.changes, proposal.creates)}</span>
      <span translate="no" className="block text-xs wrap-anywhere text-muted">
        {touchesText(proposal)}
      </span>
    </>
  )),
  column('status', msg`Status`, (proposal) => statusText(proposal)),
]);

/** The author of a proposal, the token that sent it, and whether the author may still propose. */
export function Author({ proposal }: { proposal: Proposal }) {
  const { author, author_email, author_state, token } = proposal;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span translate="no">{author ?? <EmailText email={author_email} isCode />}</span>
      {token !== null && <span className="text-muted">{t`by token ${token}`}</span>}
      {author_state !== 'active' && (
        <Badge tone="danger">
          {author_state === 'revoked' ? t`Token revoked` : t`Rights withdrawn`}
        </Badge>
      )}
    </span>
  );
}

function touchesText({ touches, creates, changes }: Proposal): string {
  const more = creates + changes - touches.length;
  return [...touches, ...(more > 0 ? [t`and ${more} more`] : [])].join(', ');
}

/** "Rejected by Ada, Nov 29, 2026, 5:14 PM: too early" */
export function statusText(proposal: Proposal): string {
  const { status, expires_at, decided_at, decided_by_email, rejection, undone_at } = proposal;
  const who = proposal.decided_by ?? decided_by_email ?? '-';
  if (status === 'open') return t`Open until ${formatDateTime(expires_at)}`;
  if (status === 'expired') return t`Expired on ${formatDateTime(expires_at)}`;
  if (status === 'rejected')
    return [t`Rejected by ${who}, ${formatDateTime(decided_at)}`, rejection]
      .filter(Boolean)
      .join(': ');
  const applied = t`Applied by ${who}, ${formatDateTime(decided_at)}`;
  return undone_at === null ? applied : t`${applied}; undone ${formatDateTime(undone_at)}`;
}
