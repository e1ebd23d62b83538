import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { ErrorState } from '~/kit/feedback/error-state';
import { QueryContent, StillWaiting } from '~/kit/feedback/query-state';
import { toast, undoAction } from '~/kit/feedback/toast';
import { UnsavedChanges } from '~/kit/form/unsaved-changes';
import { Alert } from '~/kit/ui/alert';
import { Button } from '~/kit/ui/button';
import { CardFooter, NamedCard, PageHeader } from '~/kit/ui/card';
import { useFocusKeeper } from '~/kit/ui/focus';
import { Skeleton } from '~/kit/ui/skeleton';
import { SHOWN_ROWS } from '~/imports/answer-rows';
import { revertApplied } from '~/imports/queries';
import { toReviewValue, type ReviewValues } from '~/imports/row-error';
import type { ReviewedRow } from '~/imports/schema';
import { formatCount, formatDateTime } from '~/language/format';
import { t } from '~/language/texts';
import { ReasonPart } from '~/proposals/propose-changes';
import type { ProposalRow, ReviewedProposal } from '~/proposals/schema';
import { detailOrMessage, isNotFound } from '~/rpc/errors/app-error';
import { mayI } from '~/rpc/own-rights';
import { embeddedQuery } from '~/rpc/queries';
import { useEmbeddedChange } from '~/rpc/use-embedded-change';
import { ChangesTable } from './changes-table';
import { countsText } from './bulk-files';
import { Author, statusText } from './proposals-page';

const EditPart = lazyPart(() => import('./edit-chosen'));

const failure = (detail: string) => t`Error loading proposal: ${detail}`;

/**
 * One proposal (docs/behaviour/proposals.md): its author and reason, and its rows next to the stored
 * values.
 */
export function ProposalPage({ proposalId }: { proposalId: number | null }) {
  return (
    <>
      <Link to="/proposals" className="link justify-self-start">
        {t`Proposals`}
      </Link>
      <PageHeader title={t`Proposal`} />
      {proposalId === null ? (
        <ErrorState text={failure(t`${t`Proposal`} not found`)} />
      ) : (
        <QueryContent
          // Always refetched, since the records may have changed.
          query={{ ...embeddedQuery('proposals.get', { id: proposalId }), staleTime: 0 }}
          loading={t`Loading proposal...`}
          error={(error) => failure(detailOrMessage(error))}
          canRetry={(error) => !isNotFound(error)}
          skeleton={<Skeleton className="h-60 rounded-lg" />}
        >
          {(proposal) => <ProposalReview proposal={proposal} />}
        </QueryContent>
      )}
    </>
  );
}

/** A row for the table of a review. Rows about erased people were removed, so places may have gaps. */
function reviewedRow({ id, name, old, values }: ProposalRow, index: number): ReviewedRow {
  const changes = Object.entries(values).map(([field, value]) => ({
    field,
    old: toReviewValue(old?.[field]),
    new: toReviewValue(value),
  }));
  return { row_number: index, id: id ?? 0, name, version: '', changes };
}

function tableRows(rows: readonly ReviewedRow[]) {
  const read = (from?: number, to?: number) => Promise.resolve(rows.slice(from, to));
  return { length: rows.length, first: rows.slice(0, SHOWN_ROWS), read };
}

/**
 * The reviewer's choices for this version of the proposal, by the row's index: excluded rows and edited
 * values.
 */
interface Choices {
  version: string;
  excluded: ReadonlySet<number>;
  edits: ReadonlyMap<number, ReviewValues>;
}

function ProposalReview({ proposal }: { proposal: ReviewedProposal }) {
  const { id, kind, version, status, rows } = proposal;
  const client = useQueryClient();
  const decides = status === 'open' && mayI('write');
  const untouched: Choices = { version, excluded: new Set(), edits: new Map() };
  const [chosen, setChosen] = useState(untouched);
  // Choices for another version are dropped: the reviewer has to look at its rows first.
  const choices = chosen.version === version ? chosen : untouched;
  const { excluded, edits } = choices;
  const [open, setOpen] = useState<ReviewedRow | 'reject' | null>(null);
  const close = () => setOpen(null);
  // The buttons disappear after the decision, so the card takes the focus.
  const card = useRef<HTMLElement>(null);
  useFocusKeeper(card);
  const listed = useMemo(() => tableRows(rows.map(reviewedRow)), [rows]);
  const apply = useEmbeddedChange('proposals.apply', {
    onSuccess({ created, changed, import_id: importId }) {
      const undo = importId === null ? undefined : () => revertApplied(client, { importId });
      const done = countsText(kind, changed, created) || t`Nothing was changed.`;
      toast.success(done, undoAction(undo, [id]));
    },
  });
  const reject = useEmbeddedChange('proposals.reject', {
    onSuccess() {
      toast.success(t`Proposal rejected`);
      close();
    },
  });
  const isCurrent = (index: number) => rows[index]?.state === 'current';
  const isChosen = (index: number) => isCurrent(index) && !excluded.has(index);
  const picked = rows.flatMap(({ row }, index) => {
    const values = edits.get(index);
    return isChosen(index) ? [values ? { row, values } : { row }] : [];
  });
  const conflicts = status === 'open' ? rows.filter(({ state }) => state !== 'current').length : 0;
  const edited = (row: ReviewedRow) => {
    const values = edits.get(row.row_number);
    const changes = row.changes.map((one) => ({ ...one, new: values?.[one.field] ?? null }));
    return values ? { ...row, changes } : row;
  };
  return (
    <NamedCard
      ref={card}
      title={t`Review`}
      actions={
        <p role="status" className="text-muted">
          {statusText(proposal)}
        </p>
      }
      contentClassName="grid gap-4"
      footer={
        decides && (
          <CardFooter>
            <Button
              disabled={picked.length === 0}
              aria-disabled={apply.isPending}
              onClick={() => apply.mutate({ id, body: { version, rows: picked } })}
            >
              {apply.isPending ? t`Applying...` : t`Apply Changes`}
            </Button>
            <Button
              variant="danger"
              aria-disabled={apply.isPending}
              onClick={() => setOpen('reject')}
            >
              {t`Reject...`}
            </Button>
            {apply.isPending && <StillWaiting />}
          </CardFooter>
        )
      }
    >
      <p className="font-medium wrap-anywhere" translate="no">
        {proposal.reason}
      </p>
      <div className="flex flex-wrap gap-x-4 text-muted">
        <Author proposal={proposal} />
        <span>{formatDateTime(proposal.created_at)}</span>
        <span>{countsText(kind, proposal.changes, proposal.creates)}</span>
      </div>
      {apply.isError && (
        <Alert tone="danger">{t`Applying failed: ${detailOrMessage(apply.error)}`}</Alert>
      )}
      {conflicts > 0 && (
        <Alert tone="warning">
          {formatCount(
            conflicts,
            'row is in conflict: its record was changed or deleted since. It cannot be applied.',
            'rows are in conflict: their records were changed or deleted since. They cannot be applied.',
          )}
        </Alert>
      )}
      <ChangesTable
        of="proposed"
        kind={kind}
        rows={listed}
        isChosen={isChosen}
        stateOf={({ row_number: index }) => {
          if (rows[index]?.action === 'create') return t`New`;
          if (status !== 'open' || isCurrent(index)) return null;
          return rows[index]?.state === 'deleted' ? t`Deleted` : t`Changed since`;
        }}
        hasOld={status === 'open'}
        canTouch={decides ? isCurrent : () => false}
        onTouch={(index) => {
          const next = new Set(excluded);
          if (!next.delete(index)) next.add(index);
          if (!apply.isPending) setChosen({ ...choices, excluded: next });
        }}
        editedRow={edited}
        onEdit={decides ? setOpen : undefined}
      />
      <UnsavedChanges isDirty={() => decides && edits.size > 0} />
      {open === 'reject' ? (
        <ReasonPart onClose={close}>
          {({ ReasonDialog }) => (
            <ReasonDialog
              title={t`Reject Proposal`}
              button={{ label: t`Reject`, busyLabel: t`Rejecting...` }}
              isOptional
              send={(reason) => reject.mutateAsync({ id, body: { reason: reason || null } })}
              onClose={close}
            />
          )}
        </ReasonPart>
      ) : (
        open && (
          <EditPart onClose={close}>
            {({ EditProposed }) => (
              <EditProposed
                kind={kind}
                row={open}
                onSave={(values) => {
                  const next = new Map(edits).set(open.row_number, values);
                  setChosen({ ...choices, edits: next });
                  close();
                }}
                onClose={close}
              />
            )}
          </EditPart>
        )
      )}
    </NamedCard>
  );
}
