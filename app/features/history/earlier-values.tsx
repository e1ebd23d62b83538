import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '~/components/ui/table';
import type { RecordKind } from '~/contract/history';
import { historyFieldLabel } from '~/contract/history-labels';
import type { HistoryField, HistoryValue } from '~/contract/history-schemas';
import { isImageField, valueText } from './history-text';

interface EarlierValuesProps {
  kind: RecordKind;
  fields: readonly HistoryField[];
}

/** Field by field the value of today and the one that would be written; images are shown. */
export function EarlierValues({ kind, fields }: EarlierValuesProps) {
  return (
    <Table aria-label="Values" className="mt-4 table-fixed">
      <TableHead>
        <TableRow>
          <TableHeader>Field</TableHeader>
          <TableHeader>Today</TableHeader>
          <TableHeader>Restored</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {fields.map((field) => (
          <TableRow key={field.name}>
            <TableCell className="font-medium">{historyFieldLabel(kind, field.name)}</TableCell>
            {[field.old, field.new].map((value, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two columns, always these
              <TableCell key={index} className="wrap-anywhere whitespace-pre-line">
                <Value
                  name={field.name}
                  value={value}
                  label={historyFieldLabel(kind, field.name)}
                />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Value({ name, value, label }: { name: string; value: HistoryValue; label: string }) {
  if (typeof value !== 'string' || !isImageField(name)) return <>{valueText(name, value)}</>;
  return (
    <img src={value} alt={label} className="h-20 max-w-full rounded-md bg-sunken object-contain" />
  );
}
