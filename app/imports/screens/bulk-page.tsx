import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { StillWaiting } from '~/kit/feedback/query-state';
import { UnsavedChanges } from '~/kit/form/unsaved-changes';
import { PageHeader, Card, CardContent, CardFooter } from '~/kit/ui/card';
import { Alert } from '~/kit/ui/alert';
import { Button } from '~/kit/ui/button';
import { Label } from '~/kit/ui/input';
import { Select } from '~/kit/ui/select';
import { newRows, readBulkCreation, type BulkValidation } from '~/imports/bulk-reading';
import type { BulkSearch } from '~/imports/search';
import { bulkQueries } from '~/imports/queries';
import { invalidateAfter } from '~/rpc/queries';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { t, translate } from '~/language/texts';
import { BULK_TYPE_TEXTS, bulkTypes } from './bulk-files';
import { FileArea } from './file-area';
import { ImportHistory } from './import-history';
import type { PendingImport } from './import-memory';
import { ApplyResults } from './apply-results';
import { ReviewResults } from './review-results';
import { CheckingFile, ImportProgress } from './rows-progress';
import { TemplateLink } from './template-link';
import { useBulkImport, type BulkImportState } from './use-bulk-import';
import { ValidationResults } from './validation-results';

/** Imports with more rows show their progress. */
const PROGRESS_ABOVE_ROWS = 1_000;

/** The part of the import's state that decides what the page shows. */
interface BulkStatus {
  creation: { status: 'idle' | 'pending' | 'success' | 'error' };
  /** True for the embedded API, which reports the progress of an import. */
  embedded: boolean;
  resumed: object | null;
  stale: boolean;
  results: Pick<BulkValidation, 'numbers' | 'existing'> | null;
}

export function bulkView({ creation: { status }, embedded, resumed, stale, results }: BulkStatus) {
  const total = results ? newRows(results).length : 0;
  return {
    total,
    showsResumed: resumed !== null && status === 'idle',
    showsProgress: status === 'pending' && embedded && total > PROGRESS_ABOVE_ROWS,
    canCreate: total > 0 && status !== 'success' && !stale,
    canReview: status !== 'success' && !stale,
  };
}

/** Bulk operations (docs/behaviour/imports.md): choose type and file, validate, create. */
export function BulkPage({ type = 'condo', condo_id: condoId = null }: Partial<BulkSearch>) {
  const state = useBulkImport(bulkTypes().find((one) => one === type) ?? 'condo', condoId);
  const { validation, review, creation, busy, file, embedded, resumed, results } = state;
  const validateButton = useRef<HTMLButtonElement>(null);
  const focusValidate = () => validateButton.current?.focus();
  const view = bulkView(state);
  return (
    <>
      <PageHeader title={t`Bulk Operations`} />
      <Card aria-label={t`Upload`}>
        <CardContent className="grid gap-5">
          <TypeChoice state={state} condoId={condoId} />
          <FileArea file={file} disabled={busy} onPick={state.pick} />
        </CardContent>
        <CardFooter>
          <Button
            ref={validateButton}
            disabled={!file}
            aria-disabled={busy}
            onClick={state.validate}
          >
            {validation.isPending ? t`Validating...` : t`Validate File`}
          </Button>
          {validation.isPending && <StillWaiting />}
        </CardFooter>
      </Card>
      {validation.isPending && (
        <CheckingFile
          progress={state.progress}
          onCancel={() => {
            state.cancelCheck();
            focusValidate();
          }}
        />
      )}
      {validation.isError && (
        <Alert tone="danger">{t`Validation failed: ${detailOrMessage(validation.error)}`}</Alert>
      )}
      {review && (
        <ReviewResults
          key={validation.submittedAt}
          review={review}
          onReviewAgain={state.reviewByKey}
          takesFocus={validation.variables?.byKey !== undefined}
        />
      )}
      {creation.isError && (
        <Alert tone="danger">{t`Creation failed: ${detailOrMessage(creation.error)}`}</Alert>
      )}
      {resumed && view.showsResumed && <ResumedImport pending={resumed} />}
      {creation.isPending && view.showsProgress && (
        <ImportProgress importKey={creation.variables.key} total={view.total} />
      )}
      {creation.isSuccess && <ApplyResults result={creation.data} isCreation />}
      {results && (
        <ValidationResults
          validation={results}
          state={state}
          canCreate={view.canCreate}
          canReview={view.canReview}
          onLeaveGrid={focusValidate}
        />
      )}
      {embedded && <ImportHistory onUndone={state.forgetImport} />}
      <UnsavedChanges isDirty={() => state.editing || state.applying} />
    </>
  );
}

function TypeChoice({ state, condoId }: { state: BulkImportState; condoId: number | null }) {
  const { type } = state;
  const id = useId();
  return (
    <div className="flex flex-wrap items-end gap-4">
      <div className="grid w-full max-w-xs gap-1.5">
        <Label htmlFor={id}>{t`Upload Type`}</Label>
        <Select
          id={id}
          value={type}
          disabled={state.busy}
          options={bulkTypes()}
          labelOf={(value) => translate(BULK_TYPE_TEXTS[value].label)}
          onChange={state.chooseType}
        />
      </div>
      <TemplateLink
        type={type}
        condoId={type === 'condo' ? null : condoId}
        completes={state.embedded}
      />
    </div>
  );
}

/** An import that was running when the page was reloaded: its progress, then its result. */
function ResumedImport({ pending }: { pending: PendingImport }) {
  const client = useQueryClient();
  const { data } = useQuery({
    ...bulkQueries.progress(pending.key),
    enabled: (query) => query.state.data?.state !== 'unknown',
  });
  const finished = data?.state === 'finished';
  useEffect(() => {
    if (finished) invalidateAfter(client, 'bulkCreate.rows');
  }, [client, finished]);
  if (data?.state === 'running') {
    return <ImportProgress importKey={pending.key} total={pending.total} />;
  }
  if (data?.state === 'failed') {
    return <Alert tone="danger">{t`Creation failed: ${translate(data.detail, data)}`}</Alert>;
  }
  // An import that never reached the server has nothing to show.
  if (data?.state !== 'finished') return null;
  const applied = readBulkCreation(data.result);
  const isCreation = applied.changed === 0;
  return <ApplyResults result={applied} isCreation={isCreation} fileName={pending.fileName} />;
}
