import { Link } from '@tanstack/react-router';
import { Badge } from '~/components/ui/badge';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '~/components/ui/table';
import type {
  ReadHistoryChange,
  ReadHistoryEntry,
  ReadHistoryRecord,
} from '~/contract/history-reading';
import { formatDateTime, formatNumber } from '~/lib/format';
import { actionText, actorText, fieldText, recordText, valueText } from './history-text';

interface HistoryEntriesProps {
  entries: readonly ReadHistoryEntry[];
  label: string;
  /** The changes are open from the start. */
  open?: boolean;
  /** Shows what this person did; without it names are plain text. */
  onPerson?: (id: number) => void;
}

/** Entries of the history, newest first: who did what and when, and every field with its old and new value. */
export function HistoryEntries({ entries, label, open = false, onPerson }: HistoryEntriesProps) {
  return (
    <ol aria-label={label} className="grid divide-y divide-line">
      {entries.map((entry) => (
        <li key={entry.id} className="grid gap-2 py-3">
          <Summary entry={entry} {...(onPerson && { onPerson })} />
          <Changes entry={entry} open={open} />
        </li>
      ))}
    </ol>
  );
}

function Summary({
  entry,
  onPerson,
}: Pick<HistoryEntriesProps, 'onPerson'> & { entry: ReadHistoryEntry }) {
  const { actor, action, record, at } = entry;
  const who = actorText(actor);
  const { id } = actor;
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
      <Badge>{actionText(action)}</Badge>
      {record && (
        <span className="min-w-0 font-medium wrap-anywhere">
          <RecordLink record={record} />
        </span>
      )}
      <span className="min-w-0 wrap-anywhere">
        by{' '}
        {onPerson && id !== null ? (
          <button
            type="button"
            className="cursor-pointer underline underline-offset-2 hover:no-underline"
            onClick={() => onPerson(id)}
          >
            {who}
          </button>
        ) : (
          who
        )}
      </span>
      <time dateTime={at ?? undefined} className="text-muted tabular-nums sm:ml-auto">
        {formatDateTime(at)}
      </time>
    </p>
  );
}

/** Buildings and people have pages; one that is gone says so there. */
function RecordLink({ record }: { record: ReadHistoryRecord }) {
  const { kind, id } = record;
  const text = recordText(record);
  const className = 'underline underline-offset-2 hover:no-underline';
  if (id !== null && kind === 'condo') {
    return (
      <Link to="/condos/$condoId" params={{ condoId: id }} className={className}>
        {text}
      </Link>
    );
  }
  if (id !== null && kind === 'user') {
    return (
      <Link to="/users/$userId" params={{ userId: id }} className={className}>
        {text}
      </Link>
    );
  }
  return <>{text}</>;
}

function Changes({ entry, open }: { entry: ReadHistoryEntry; open: boolean }) {
  const { changes, changeCount } = entry;
  const shown = changes.filter(({ fields, count }) => fields.length > 0 || count > 1);
  if (shown.length === 0) return null;
  const listed = changes.reduce((sum, { count }) => sum + count, 0);
  return (
    <details open={open} className="min-w-0">
      <summary className="cursor-pointer text-sm text-muted">
        {changeCount === 1
          ? 'What changed'
          : `What changed in ${formatNumber(changeCount)} records`}
      </summary>
      <div className="mt-2 grid gap-4">
        {shown.map((change, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- an entry's changes never change
          <Change key={index} change={change} named={changeCount > 1} />
        ))}
        {changeCount > listed && (
          <p className="text-sm text-muted">{`${formatNumber(changeCount - listed)} more are in the export.`}</p>
        )}
      </div>
    </details>
  );
}

function Change({ change, named }: { change: ReadHistoryChange; named: boolean }) {
  const { kind, what, count, fields, id } = change;
  const title =
    id === null && count > 1
      ? `${actionText(what)}: ${formatNumber(count)} records`
      : `${actionText(what)}: ${recordText(change)}`;
  return (
    <div className="grid min-w-0 gap-1">
      {(named || fields.length === 0) && (
        <p className="text-sm font-medium wrap-anywhere">{title}</p>
      )}
      {fields.length > 0 && (
        <Table aria-label={title} className="table-fixed">
          <TableHead>
            <TableRow>
              <TableHeader>Field</TableHeader>
              <TableHeader>Before</TableHeader>
              <TableHeader>After</TableHeader>
            </TableRow>
          </TableHead>
          <TableBody>
            {fields.map((field) => (
              <TableRow key={field.name}>
                <TableCell className="font-medium">{fieldText(kind, field.name)}</TableCell>
                <TableCell className="wrap-anywhere whitespace-pre-line">
                  {valueText(field.name, field.old)}
                </TableCell>
                <TableCell className="wrap-anywhere whitespace-pre-line">
                  {valueText(field.name, field.new)}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </div>
  );
}
