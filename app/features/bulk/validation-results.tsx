import { StillWaiting } from '~/components/feedback/still-waiting';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { CardFooter, TitledCard } from '~/components/ui/card';
import type { ValidatedFile } from '~/data/bulk/bulk.mutations';
import { InvalidRows } from './invalid-rows';
import { ReadingSummary } from './reading-summary';
import { RowsTable } from './rows-table';
import type { BulkImportState } from './use-bulk-import';
import { formatNumber } from '~/lib/format';
import { t } from '~/lib/texts';

interface ValidationResultsProps {
  validation: ValidatedFile;
  state: BulkImportState;
  canCreate: boolean;
  onLeaveGrid: () => void;
}

/** The result of validation: invalid rows to edit, valid rows to create. */
export function ValidationResults(props: ValidationResultsProps) {
  const { validation, state, canCreate, onLeaveGrid } = props;
  const { validRows, invalidRows, reading } = validation;
  const { creation, busy } = state;
  return (
    <TitledCard
      aria-label={t`Validation Results`}
      title={t`Validation Results`}
      actions={
        <p role="status" className="flex gap-2">
          <Badge tone={validRows.length > 0 ? 'success' : 'neutral'}>
            {t`${formatNumber(validRows.length)} valid`}
          </Badge>
          <Badge tone={invalidRows.length > 0 ? 'danger' : 'neutral'}>
            {t`${formatNumber(invalidRows.length)} invalid`}
          </Badge>
        </p>
      }
      contentClassName="grid gap-6"
      footer={
        canCreate && (
          <CardFooter>
            <Button aria-disabled={busy} onClick={state.create}>
              {creation.isPending ? t`Creating...` : t`Create Entries for Valid Rows`}
            </Button>
            {creation.isPending && <StillWaiting />}
          </CardFooter>
        )
      }
    >
      {reading && state.embedded && <ReadingSummary reading={reading} state={state} />}
      {state.createdBefore > 0 && (
        <p className="text-muted">
          {state.createdBefore === 1
            ? t`1 row of this file was created before and is not listed.`
            : t`${formatNumber(state.createdBefore)} rows of this file were created before and are not listed.`}
        </p>
      )}
      {invalidRows.length > 0 && (
        <InvalidRows validation={validation} state={state} onLeave={onLeaveGrid} />
      )}
      {validRows.length > 0 ? (
        <section className="grid gap-2">
          <h3 className="font-medium">{t`Preview of valid rows`}</h3>
          <RowsTable caption={t`Preview of valid rows`} rows={validRows} />
        </section>
      ) : (
        <p className="text-muted">{t`No row of this file can be created.`}</p>
      )}
    </TitledCard>
  );
}
