import { useId } from 'react';
import { Label } from '~/components/ui/label';
import { Select } from '~/components/ui/select';
import { CondoName } from './condo-name';
import type { BulkType } from '~/contract/bulk';
import { BULK_COLUMNS } from '~/contract/bulk-columns';
import type { FileReading } from '~/contract/bulk-reading';
import { rich } from '~/lib/rich';
import { t, translate } from '~/lib/texts';
import type { ColumnChoices } from './column-memory';

interface ReadingSummaryProps {
  type: BulkType;
  reading: FileReading;
  sheet: string | null;
  columns: ColumnChoices;
  disabled: boolean;
  /** The rows on the screen are no longer those of the file. */
  edited: boolean;
  onSheet: (sheet: string) => void;
  onColumns: (columns: ColumnChoices) => void;
}

/** How the API read the file, with a choice of sheet and columns. */
export function ReadingSummary({ reading, ...choices }: ReadingSummaryProps) {
  const unread = reading.columns.filter(({ field }) => field === null);
  return (
    <div className="grid gap-3">
      {unread.length > 0 && (
        <p>{t`Not read: ${unread.map(({ heading }) => heading).join(', ')}.`}</p>
      )}
      <details>
        <summary className="cursor-pointer text-muted">{t`How the file was read`}</summary>
        <p className="mt-1">{describeReading(reading)}</p>
      </details>
      {reading.condoId !== null && <CompletedWith condoId={reading.condoId} />}
      {reading.sheets.length > 1 && <SheetChoice reading={reading} {...choices} />}
      <ColumnChoice reading={reading} {...choices} />
    </div>
  );
}

/** "Read as CSV, Windows-1252, separated by semicolon." */
function describeReading({ format, encoding, delimiter, sheet }: FileReading): string {
  const parts = [
    format,
    encoding,
    delimiter && t`separated by ${translate(delimiter)}`,
    sheet && t`sheet “${sheet}”`,
  ];
  return t`Read as ${parts.filter(Boolean).join(', ')}.`;
}

/** Which building the rows of a file without a column for it were completed with. */
function CompletedWith({ condoId }: { condoId: number }) {
  return (
    <p>
      {rich`The file has no column for the building: each row is completed with condo_id ${condoId} (${(
        <CondoName condoId={condoId} />
      )}).`}
    </p>
  );
}

function SheetChoice({
  reading,
  sheet,
  disabled,
  onSheet,
}: Omit<ReadingSummaryProps, 'onColumns' | 'edited'>) {
  const id = useId();
  return (
    <div className="grid max-w-xs gap-1.5">
      <Label htmlFor={id}>{t`Sheet`}</Label>
      <Select
        id={id}
        value={sheet ?? reading.sheet ?? ''}
        disabled={disabled}
        onChange={({ target }) => onSheet(target.value)}
      >
        {reading.sheets.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </div>
  );
}

function ColumnChoice({
  type,
  reading,
  columns,
  disabled,
  edited,
  onColumns,
}: Omit<ReadingSummaryProps, 'onSheet'>) {
  const id = useId();
  const matched = new Set(reading.columns.map(({ field }) => field));
  if (reading.condoId !== null) matched.add('condo_id');
  const missing = BULK_COLUMNS[type].some(({ field, required }) => required && !matched.has(field));
  return (
    <details open={missing} className="rounded-md border border-line">
      <summary className="cursor-pointer px-4 py-2 font-medium">{t`Columns of the file`}</summary>
      <div className="grid gap-4 px-4 pt-1 pb-4 sm:grid-cols-2 lg:grid-cols-3">
        {reading.columns.map(({ heading, field }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- headings can be equal, and the list never changes
          <div key={`${index} ${heading}`} className="grid min-w-0 gap-1.5">
            <Label htmlFor={`${id}-${index}`} className="truncate">
              {heading}
            </Label>
            <Select
              id={`${id}-${index}`}
              value={(Object.hasOwn(columns, heading) ? columns[heading] : field) ?? ''}
              disabled={disabled}
              onChange={({ target }) => onColumns(choose(columns, heading, target.value))}
            >
              <option value="">{t`Not read`}</option>
              {BULK_COLUMNS[type].map((column) => (
                <option key={column.field} value={column.field}>
                  {column.field} ({translate(column.label)})
                </option>
              ))}
            </Select>
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
