import { useId } from 'react';
import { Alert } from '~/kit/ui/alert';
import { Label } from '~/kit/ui/input';
import { Select } from '~/kit/ui/select';
import { CondoName } from './rows-table';
import { BULK_COLUMNS } from '~/imports/bulk-columns';
import type { FileReading } from '~/imports/bulk-reading';
import { rich } from '~/language/rich';
import { t, translate } from '~/language/texts';
import type { ColumnChoices } from './import-memory';
import { isImportantHeading } from './suggestions';
import type { BulkImportState } from './use-bulk-import';

interface ReadingSummaryProps {
  reading: FileReading;
  /** Headings of columns with values that are not read. */
  unread: readonly string[];
  state: BulkImportState;
}

/** Shows how the API read the file, with a choice of sheet and columns. */
export function ReadingSummary({ reading, unread, state }: ReadingSummaryProps) {
  const { format, encoding, delimiter, sheet, sheets, columns, condoId } = reading;
  const id = useId();
  const important = unread.filter(isImportantHeading);
  const others = columns.filter(
    ({ field, heading }) => field === null && !important.includes(heading),
  );
  const parts = [
    format,
    encoding,
    delimiter && t`separated by ${translate(delimiter)}`,
    sheet && t`sheet “${sheet}”`,
  ];
  return (
    <div className="grid gap-3">
      {important.length > 0 && (
        <Alert tone="warning">
          {t`These columns have values that are not read: ${important.join(', ')}. Choose what they are below “Columns of the file”.`}
        </Alert>
      )}
      {others.length > 0 && (
        <p>{t`Not read: ${others.map(({ heading }) => heading).join(', ')}.`}</p>
      )}
      <details>
        <summary className="cursor-pointer text-muted">{t`How the file was read`}</summary>
        <p className="mt-1">{t`Read as ${parts.filter(Boolean).join(', ')}.`}</p>
      </details>
      {condoId !== null && (
        <p>
          {rich`The file has no column for the building: each row is completed with condo_id ${condoId} (${(
            <CondoName condoId={condoId} />
          )}).`}
        </p>
      )}
      {sheets.length > 1 && (
        <div className="grid max-w-xs gap-1.5">
          <Label htmlFor={id}>{t`Sheet`}</Label>
          <Select
            id={id}
            value={state.sheet ?? sheet ?? ''}
            disabled={state.busy || state.edited}
            options={sheets}
            labelOf={String}
            onChange={state.chooseSheet}
          />
        </div>
      )}
      <ColumnChoice reading={reading} state={state} />
    </div>
  );
}

function ColumnChoice({ reading, state }: Omit<ReadingSummaryProps, 'unread'>) {
  const { type, columns, busy, edited, chooseColumns } = state;
  const id = useId();
  const matched = new Set(reading.columns.map(({ field }) => field));
  if (reading.condoId !== null) matched.add('condo_id');
  const labels = new Map<string, string>(
    BULK_COLUMNS[type].map(({ field, label }) => [field, `${field} (${translate(label)})`]),
  );
  const missing = BULK_COLUMNS[type].some(({ field, required }) => required && !matched.has(field));
  return (
    <details open={missing} className="rounded-md border border-line">
      <summary className="cursor-pointer px-4 py-2 font-medium">{t`Columns of the file`}</summary>
      <div className="grid gap-4 px-4 pt-1 pb-4 sm:grid-cols-2 lg:grid-cols-3">
        {reading.columns.map(({ heading, field }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- equal headings, constant list
          <div key={`${index} ${heading}`} className="grid min-w-0 gap-1.5">
            <Label htmlFor={`${id}-${index}`} className="truncate">
              {heading}
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
      <p className="px-4 pb-4 text-sm text-muted">
        {edited
          ? t`Rows were edited here. Choose the file again to read it in another way.`
          : t`Choices are remembered in this browser. Press Validate File to read the file with them.`}
      </p>
    </details>
  );
}

/** A field is mapped to one column: mapping it to another removes the earlier mapping. */
function choose(columns: ColumnChoices, heading: string, field: string): ColumnChoices {
  const others = Object.entries(columns).filter(([, taken]) => taken === '' || taken !== field);
  return { ...Object.fromEntries(others), [heading]: field };
}
