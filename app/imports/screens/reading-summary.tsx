import { rich } from '~/language/use-language';
import { useId } from 'react';
import { Alert } from '~/kit/ui/alert';
import { ErrorState } from '~/kit/feedback/error-state';
import { Checkbox, Label } from '~/kit/ui/input';
import { Select } from '~/kit/ui/select';
import { TableCell, TableHeader, TableRow } from '~/kit/ui/table';
import type { DelimiterName } from '~/fields/csv-text';
import { formatNumber } from '~/language/format';
import { CondoName } from './rows-table';
import { ENCODINGS, type BulkType, type FileSource, type Reading } from '~/imports/schema';
import { BULK_COLUMNS, missingColumns, UNNAMED_HEADING } from '~/imports/bulk-columns';
import { msg, plural, t, translate } from '~/language/texts';
import type { ReadingChoices } from '~/imports/request-review';
import type { ColumnChoices } from './remembered-columns';
import { fileHeading } from './row-values';
import type { BulkImportState } from './use-bulk-import';

const DELIMITER_LABELS: Readonly<Record<DelimiterName, string>> = {
  comma: msg`comma`,
  semicolon: msg`semicolon`,
  tab: msg`tab`,
  pipe: msg`pipe`,
};

interface ReadingSummaryProps {
  reading: Reading;
  /** Headings of columns with values that were not read. */
  unread: readonly string[];
  state: BulkImportState;
}

/** Shows how the API read the file, with a choice for everything that it has detected. */
export function ReadingSummary({ reading, unread, state }: ReadingSummaryProps) {
  const {
    source,
    columns,
    condo_id: condoId,
    heading_row: headingRow,
    left_out: leftOut = 0,
    hidden_rows: hiddenRows = 0,
    hidden_columns: hiddenColumns = [],
  } = reading;
  if (!source) return null;
  const { format, encoding, encodings, delimiter, sheet } = source;
  const { other_sheets: otherSheets = [], hidden_sheets: hiddenSheets = [] } = source;
  const unreadSheets = hiddenSheets.filter((name) => name !== sheet);
  // A column that the user has left out needs no warning.
  const surprising = unread.filter((heading) => state.columns[heading] !== '');
  const others = columns.filter(
    ({ field, heading }) =>
      field === null && !surprising.includes(heading) && !UNNAMED_HEADING.test(heading),
  );
  const parts = [
    format,
    encoding,
    delimiter && t`separated by ${translate(delimiter)}`,
    sheet && (hiddenSheets.includes(sheet) ? t`hidden sheet “${sheet}”` : t`sheet “${sheet}”`),
    headingRow !== undefined && t`headings in row ${headingRow}`,
  ];
  const isOpen =
    encodings !== undefined ||
    otherSheets.length > 0 ||
    lacksColumns(state.type, reading) ||
    Object.keys(state.how).length > 0;
  return (
    <div className="grid gap-3">
      {otherSheets.length > 0 && (
        <Alert tone="warning">
          {t`Only sheet “${sheet ?? ''}” is read. These sheets have the headings as well: ${otherSheets.join(', ')}. Choose the next one below “How the file was read” once this one is created.`}
        </Alert>
      )}
      {unreadSheets.length > 0 && (
        <Alert tone="warning">
          {t`These hidden sheets have the headings as well, and are not read: ${unreadSheets.join(', ')}. They can be chosen below “How the file was read”.`}
        </Alert>
      )}
      {hiddenRows > 0 && (
        <Alert tone="warning">
          {plural(
            hiddenRows,
            formatNumber(hiddenRows),
            '# hidden row is read as well. Delete it in the file if it is not wanted.',
            '# hidden rows are read as well. Delete them in the file if they are not wanted.',
          )}
        </Alert>
      )}
      {hiddenColumns.length > 0 && (
        <Alert tone="warning">
          {t`These hidden columns are read as well: ${hiddenColumns.join(', ')}. They can be left out below “Columns of the file”.`}
        </Alert>
      )}
      {surprising.length > 0 && (
        <Alert tone="warning">
          {t`These columns have values that are not read: ${surprising.map(fileHeading).join(', ')}. Choose what they are below “Columns of the file”.`}
        </Alert>
      )}
      {others.length > 0 && (
        <p>{t`Not read: ${others.map(({ heading }) => heading).join(', ')}.`}</p>
      )}
      <details open={isOpen}>
        <summary className="cursor-pointer text-muted">{t`How the file was read`}</summary>
        <div className="mt-1 grid gap-4">
          <p>{t`Read as ${parts.filter(Boolean).join(', ')}.`}</p>
          {leftOut > 0 && (
            <p>
              {t`Lines left out, as they repeat the headings or the title of a page: ${formatNumber(leftOut)}`}
            </p>
          )}
          {encodings && (
            <p className="font-medium">{t`The letters fit several encodings. Please choose one.`}</p>
          )}
          <ReadingChoice source={source} reading={reading} state={state} />
          <FirstRows reading={reading} />
        </div>
      </details>
      {condoId !== undefined && (
        <p>
          {rich`The file has no column for the building: each row is completed with condo_id ${condoId} (${(
            <CondoName condoId={condoId} />
          )}).`}
        </p>
      )}
      <ColumnChoice reading={reading} state={state} />
    </div>
  );
}

type ChoiceProps = Omit<ReadingSummaryProps, 'unread'>;

interface Choice {
  field: keyof ReadingChoices;
  label: string;
  value: string | undefined;
  options: readonly string[];
  labelOf: (option: string) => string;
}

/** Choices of sheet, encoding, separator and heading row. Each one reads the file again. */
function ReadingChoice({ source, reading, state }: ChoiceProps & { source: FileSource }) {
  const { sheet, sheets = [], encoding, encodings = [], delimiter } = source;
  const { heading_row: headingRow, first_rows: firstRows = [] } = reading;
  const { busy, edited, chooseReading } = state;
  const samples = new Map(encodings.map((one) => [one.encoding, one.sample]));
  const rows = new Map(
    firstRows.map(({ number, cells }) => [String(number), cells.filter(Boolean).join(', ')]),
  );
  const choices: Choice[] = [
    {
      field: 'sheet',
      label: t`Sheet`,
      value: sheet,
      options: sheets,
      labelOf: (name) => name,
    },
    {
      field: 'encoding',
      label: t`Encoding`,
      // Empty until the user has chosen an encoding.
      value: encodings.length > 0 ? '' : encoding,
      options: encoding === undefined ? [] : [...samples.keys(), encoding, ...ENCODINGS],
      labelOf: (name) => (samples.has(name) ? t`${name}: ${samples.get(name) ?? ''}` : name),
    },
    {
      field: 'delimiter',
      label: t`Separator`,
      value: delimiter,
      options: delimiter === undefined ? [] : [delimiter, ...Object.keys(DELIMITER_LABELS)],
      labelOf: (name) => translate(name),
    },
    {
      field: 'heading_row',
      label: t`Row with the headings`,
      value: headingRow?.toString(),
      options: [...rows.keys()],
      labelOf: (number) => t`${number}: ${rows.get(number) ?? ''}`,
    },
  ];
  const id = useId();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {choices
        .filter(({ options }) => options.length > 1)
        .map(({ field, label, value, options, labelOf }) => (
          <div key={field} className="grid min-w-0 gap-1.5">
            <Label htmlFor={`${id}-${field}`}>{label}</Label>
            <Select
              id={`${id}-${field}`}
              value={value ?? ''}
              // aria-disabled, since a disabled control would lose the focus while the file is read.
              aria-disabled={busy}
              disabled={edited}
              options={[...new Set(value === '' ? ['', ...options] : options)]}
              labelOf={(option) => (option === '' ? t`Please choose` : labelOf(option))}
              onChange={(chosen) => chooseReading({ [field]: chosen })}
            />
          </div>
        ))}
    </div>
  );
}

const SHOWN_ROWS = 5;

/** The first rows as they were read, beginning with the headings. */
function FirstRows({ reading }: Pick<ReadingSummaryProps, 'reading'>) {
  const { first_rows: rows = [], heading_row: start = 0 } = reading;
  const shown = rows.filter(({ number }) => number >= start).slice(0, SHOWN_ROWS);
  if (shown.length === 0) return null;
  return (
    <div
      className="overflow-x-auto rounded-md border border-line"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
      tabIndex={0}
      role="region"
      aria-label={t`First rows of the file`}
    >
      <table className="w-full border-collapse text-left" aria-label={t`First rows of the file`}>
        <tbody>
          {shown.map(({ number, cells }) => (
            <TableRow key={number}>
              <TableHeader scope="row" className="text-right tabular-nums">
                {number}
              </TableHeader>
              {cells.map((cell, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- cells have no identity
                <TableCell key={index} className="whitespace-nowrap">
                  {cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** True if a required field has no column. */
function lacksColumns(type: BulkType, { columns, condo_id: condoId }: Reading): boolean {
  const matched = new Set(columns.map(({ field }) => field));
  if (condoId !== undefined) matched.add('condo_id');
  return missingColumns(type, matched).length > 0;
}

function ColumnChoice({ reading, state }: ChoiceProps) {
  const { type, columns, remembered, busy, edited, chooseColumns } = state;
  const id = useId();
  const labels = new Map<string, string>(
    BULK_COLUMNS[type].map(({ field, label }) => [field, `${field} (${translate(label)})`]),
  );
  return (
    <details open={lacksColumns(type, reading)} className="rounded-md border border-line">
      <summary className="cursor-pointer px-4 py-2 font-medium">{t`Columns of the file`}</summary>
      <div className="grid gap-4 px-4 pt-1 pb-4 sm:grid-cols-2 lg:grid-cols-3">
        {reading.columns.map(({ heading, field }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- equal headings, constant list
          <div key={`${index} ${heading}`} className="grid min-w-0 gap-1.5">
            <Label htmlFor={`${id}-${index}`} className="truncate">
              {fileHeading(heading)}
            </Label>
            <Select
              id={`${id}-${index}`}
              value={(Object.hasOwn(columns, heading) ? columns[heading] : field) ?? ''}
              disabled={busy || edited}
              options={['', ...labels.keys()]}
              labelOf={(name) => labels.get(name) ?? t`Not read`}
              onChange={(chosen) => chooseColumns(choose(columns, heading, chosen))}
            />
          </div>
        ))}
      </div>
      <div className="grid gap-2 px-4 pb-4 text-sm text-muted">
        <p>
          {edited
            ? t`Rows were edited here. Choose the file again to read it in another way.`
            : t`Choices are kept with your account. Press Validate File to read the file with them.`}
        </p>
        <SharedColumns type={type} remembered={remembered} />
      </div>
    </details>
  );
}

/** The box that shares the user's remembered columns, and the names of people whose columns the user gets. */
function SharedColumns({ type, remembered }: Pick<BulkImportState, 'type' | 'remembered'>) {
  const { isShared, sharedBy, keep, retry } = remembered;
  return (
    <>
      {retry && <ErrorState text={t`Error loading remembered columns.`} onRetry={retry} />}
      {isShared !== null && (
        <label className="flex items-center gap-2 justify-self-start">
          <Checkbox
            checked={isShared}
            onCheckedChange={(checked) => keep({ type, isShared: checked })}
          />
          {t`Share my columns with all administrators`}
        </label>
      )}
      {sharedBy.length > 0 && <p>{t`Also used: columns shared by ${sharedBy.join(', ')}`}</p>}
    </>
  );
}

/** Maps a column. A field has only one column, so an earlier mapping to it is removed. */
function choose(columns: ColumnChoices, heading: string, field: string): ColumnChoices {
  const others = Object.entries(columns).filter(([, taken]) => taken === '' || taken !== field);
  return { ...Object.fromEntries(others), [heading]: field };
}
