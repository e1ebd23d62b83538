import { Download } from 'lucide-react';
import { useState } from 'react';
import { mayI } from '~/rpc/own-rights';
import { StillWaiting } from '~/kit/feedback/query-state';
import { Badge } from '~/kit/ui/badge';
import { Button } from '~/kit/ui/button';
import { CardFooter, NamedCard } from '~/kit/ui/card';
import { fieldsOf } from '~/fields/reading';
import { newRows, readNewRows } from '~/imports/bulk-reading';
import { proposedNew } from '~/imports/change-set';
import type { ValidatedFile } from '~/imports/queries';
import { readReviewType } from '~/imports/row-error';
import { ProposeRows } from '~/proposals/propose-changes';
import { download } from '~/kit/ui/download';
import { RadioGroup } from '~/kit/form/radio-group';
import { formatCount, formatNumber } from '~/language/format';
import { Checkbox } from '~/kit/ui/input';
import { msg, plural, t, translate } from '~/language/texts';
import { rejectedFile } from './bulk-files';
import {
  EXISTING_CHOICES,
  rememberedExisting,
  rememberExisting,
  type ExistingChoice,
} from './import-memory';
import { RowsProposed } from './apply-results';
import { editedFields } from './import-state';
import { ReadingSummary } from './reading-summary';
import { RowEditor, type RowEditorProps } from './row-editor';
import { columnsOf } from './row-values';
import { RowSuggestions } from './row-suggestions';
import { RowsSection, RowsTable } from './rows-table';
import type { BulkImportState } from './use-bulk-import';

interface ValidationResultsProps {
  validation: ValidatedFile;
  state: BulkImportState;
  canCreate: boolean;
  /** True if rows that match stored records can be reviewed. */
  canReview: boolean;
  onLeaveGrid: () => void;
}

const CHOICE_TEXTS: Readonly<Record<ExistingChoice, string>> = {
  create: msg`Create the new ones`,
  update: msg`Update the others`,
  both: msg`Create the new ones and update the others`,
};

/** The result of validation: invalid rows to edit, valid rows to create. */
export function ValidationResults(props: ValidationResultsProps) {
  const { validation, state, canCreate, canReview, onLeaveGrid } = props;
  const { type, validRows, invalidRows, reading, names, existing } = validation;
  const { creation, busy, mails, validation: comparison } = state;
  const [remembered, setChoice] = useState(() => rememberedExisting(type));
  const total = newRows(validation).length;
  const isNew = total > 0;
  // Only the embedded API lets the caller choose whether to send mails.
  const asksForMails = state.embedded && type === 'user_invite';
  const asks = canReview && existing.size > 0;
  const choice = isNew ? remembered : 'update';
  const reviews = asks && choice !== 'create';
  // An external API reports no matches with stored records, but the panel can compare the file with its
  // list.
  const mayWrite = mayI('write');
  const [isProposed, setProposed] = useState(false);
  const compares = canReview && !state.embedded && readReviewType(type) !== null;
  const reviewButton = (label: string, variant: 'primary' | 'secondary') => (
    <Button
      variant={variant}
      aria-disabled={busy}
      onClick={() =>
        state.reviewByKey({ emptyCells: 'keep', creates: reviews && choice === 'both' })
      }
    >
      {comparison.isPending && comparison.variables.byKey ? t`Comparing...` : label}
    </Button>
  );
  if (isProposed) return <RowsProposed />;
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
        (canCreate || reviews || compares) && (
          <CardFooter>
            {reviews && reviewButton(t`Review`, 'primary')}
            {canCreate && !reviews && mayWrite && (
              <>
                {asksForMails && (
                  <label className="flex items-center gap-2">
                    <Checkbox checked={mails} disabled={busy} onCheckedChange={state.setMails} />
                    {t`Send the invitations by e-mail`}
                  </label>
                )}
                <Button aria-disabled={busy} onClick={() => state.create()}>
                  {creation.isPending
                    ? t`Creating...`
                    : createText(asksForMails && mails ? total : 0)}
                </Button>
              </>
            )}
            {canCreate && !reviews && (
              <ProposeRows
                kind={type}
                rows={async () => (await readNewRows(validation)).map(proposedNew)}
                disabled={busy}
                onProposed={() => setProposed(true)}
              />
            )}
            {compares && reviewButton(t`Compare with stored records`, 'secondary')}
            {creation.isPending && <StillWaiting />}
          </CardFooter>
        )
      }
    >
      {asks && (
        <RadioGroup
          legend={t`${formatNumber(total)} new, ${formatCount(existing.size, 'exists already', 'exist already')}`}
          options={isNew ? EXISTING_CHOICES : (['update'] as const)}
          labelOf={(one) => translate(CHOICE_TEXTS[one])}
          value={choice}
          onChange={(chosen) => {
            setChoice(chosen);
            rememberExisting(type, chosen);
          }}
        />
      )}
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
        <RowsSection
          caption={t`Preview of valid rows`}
          rows={validRows.first}
          total={validRows.length}
          names={names}
        />
      ) : (
        <p className="text-muted">{t`No row of this file can be created.`}</p>
      )}
    </NamedCard>
  );
}

/** Text of the button that creates the rows, with the number of e-mails if they are requested. */
function createText(mails: number): string {
  const text = t`Create Entries for Valid Rows`;
  if (mails === 0) return text;
  return t`${text} (${plural(mails, formatNumber(mails), '# e-mail', '# e-mails')})`;
}

interface InvalidRowsProps extends Pick<RowEditorProps, 'onLeave'> {
  state: BulkImportState;
  validation: ValidatedFile;
}

/** Invalid rows, to edit here or to download. Editing needs an API that sends row objects. */
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
