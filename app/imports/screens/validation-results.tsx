import { Download } from 'lucide-react';
import { StillWaiting } from '~/kit/feedback/query-state';
import { Badge } from '~/kit/ui/badge';
import { Button } from '~/kit/ui/button';
import { CardFooter, NamedCard } from '~/kit/ui/card';
import { fieldsOf } from '~/fields/reading';
import type { ValidatedFile } from '~/imports/queries';
import { download } from '~/kit/ui/download';
import { formatNumber } from '~/language/format';
import { t } from '~/language/texts';
import { rejectedFile } from './bulk-files';
import { editedFields } from './import-state';
import { ReadingSummary } from './reading-summary';
import { RowEditor, type RowEditorProps } from './row-editor';
import { columnsOf } from './row-values';
import { RowSuggestions } from './row-suggestions';
import { RowsTable } from './rows-table';
import type { BulkImportState } from './use-bulk-import';

interface ValidationResultsProps {
  validation: ValidatedFile;
  state: BulkImportState;
  canCreate: boolean;
  onLeaveGrid: () => void;
}

/** The result of validation: invalid rows to edit, valid rows to create. */
export function ValidationResults(props: ValidationResultsProps) {
  const { validation, state, canCreate, onLeaveGrid } = props;
  const { validRows, invalidRows, reading, names } = validation;
  const { creation, busy } = state;
  return (
    <NamedCard
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
            <Button aria-disabled={busy} onClick={() => state.create()}>
              {creation.isPending ? t`Creating...` : t`Create Entries for Valid Rows`}
            </Button>
            {creation.isPending && <StillWaiting />}
          </CardFooter>
        )
      }
    >
      {reading && state.embedded && (
        <ReadingSummary reading={reading} unread={validation.unread} state={state} />
      )}
      {state.createdBefore > 0 && (
        <p className="text-muted">
          {state.createdBefore === 1
            ? t`1 row of this file was created before and is not listed.`
            : t`${formatNumber(state.createdBefore)} rows of this file were created before and are not listed.`}
        </p>
      )}
      {invalidRows.length > 0 && (
        <InvalidRows
          key={validation.key}
          validation={validation}
          state={state}
          onLeave={onLeaveGrid}
        />
      )}
      {validRows.length > 0 ? (
        <section className="grid gap-2">
          <h3 className="font-medium">{t`Preview of valid rows`}</h3>
          <RowsTable caption={t`Preview of valid rows`} rows={validRows} names={names} />
        </section>
      ) : (
        <p className="text-muted">{t`No row of this file can be created.`}</p>
      )}
    </NamedCard>
  );
}

interface InvalidRowsProps extends Pick<RowEditorProps, 'onLeave'> {
  state: BulkImportState;
  validation: ValidatedFile;
}

/** Invalid rows, to edit here or to download. They are editable only if the API sends row objects. */
function InvalidRows({ validation, state, onLeave }: InvalidRowsProps) {
  const { invalidRows, fileName } = validation;
  const { edits } = state;
  const fields = editedFields(validation);
  const editable = invalidRows.every(({ row }) => columnsOf([fieldsOf(row)]).length > 0);
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-medium">{t`Invalid rows`}</h3>
        {editable && (
          <Button
            variant="secondary"
            size="sm"
            onClick={() =>
              download(
                rejectedFile(validation, edits, fields),
                `${fileName.replace(/\.\w+$/, '')}-rejected.csv`,
              )
            }
          >
            <Download aria-hidden className="size-4" />
            {t`Download rejected rows`}
          </Button>
        )}
      </div>
      <RowSuggestions validation={validation} state={state} onTaken={onLeave} />
      {editable ? (
        <RowEditor rows={invalidRows} fields={fields} state={state} onLeave={onLeave} />
      ) : (
        <RowsTable caption={t`Invalid rows`} errors={invalidRows} />
      )}
      {edits.size > 0 && (
        <p role="status" className="text-accent-text">
          {`${edits.size === 1 ? t`1 row` : t`${edits.size} rows`} ${t`changed. Press Validate File to check again.`}`}
        </p>
      )}
    </section>
  );
}
