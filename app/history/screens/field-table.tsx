import { Table, TableCell, TableRow } from '~/kit/ui/table';
import type { RecordKind } from '~/history/schema';
import { historyFieldLabel } from '~/rpc/field-labels';
import type { HistoryField, HistoryValue } from '~/history/answers';
import { t, translate } from '~/language/texts';
import { isImageField, isStored, valueText } from './history-text';
import { RestoreButton } from './restore-button';
import type { RestoreTarget } from './restore-targets';

/** A value. The browser's translation leaves it alone unless it is a word of the panel. */
export function ValueText({ name, value }: { name: string; value: HistoryValue }) {
  return <span translate={isStored(name, value) ? 'no' : undefined}>{valueText(name, value)}</span>;
}

interface FieldTableProps {
  label: string;
  headings: readonly [string, string];
  kind: RecordKind;
  fields: readonly HistoryField[];
  withImages?: boolean;
  /** Returns the target that restores an old value; null if it cannot be restored. */
  targetOf?: (field: HistoryField) => RestoreTarget | null;
}

/** A table with two values of each field, side by side. */
export function FieldTable(props: FieldTableProps) {
  const { label, headings, kind, fields, withImages = false, targetOf } = props;
  const display = (name: string, value: HistoryValue) =>
    withImages && typeof value === 'string' && isImageField(name) ? (
      <img
        src={value}
        alt={translate(historyFieldLabel(kind, name))}
        className="h-20 max-w-full rounded-md bg-sunken object-contain"
      />
    ) : (
      <ValueText name={name} value={value} />
    );
  return (
    <Table aria-label={label} className="table-fixed" headings={[t`Field`, ...headings]}>
      {fields.map((field) => (
        <TableRow key={field.name}>
          <TableCell className="font-medium">
            {translate(historyFieldLabel(kind, field.name))}
          </TableCell>
          <TableCell className="wrap-anywhere whitespace-pre-line">
            {display(field.name, field.old)}
            <RestoreButton target={targetOf?.(field)} className="ml-2" />
          </TableCell>
          <TableCell className="wrap-anywhere whitespace-pre-line">
            {display(field.name, field.new)}
          </TableCell>
        </TableRow>
      ))}
    </Table>
  );
}
