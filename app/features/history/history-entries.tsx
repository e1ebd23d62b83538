import { Link, linkOptions } from '@tanstack/react-router';
import { useRef } from 'react';
import { useFocusKeeper } from '~/components/table/use-focus-keeper';
import { Badge } from '~/components/ui/badge';
import type { HistoryChange, HistoryEntry, HistoryRecord } from '~/contract/history-schemas';
import { formatDateTime, formatNumber } from '~/lib/format';
import { RestoreButton } from './restore-button';
import { aloneTarget, earlierTarget, entryTarget, type RestoreTarget } from './restore-targets';
import { FieldTable } from './field-table';
import { actionText, actorText, recordText } from './history-text';

interface HistoryEntriesProps {
  entries: readonly HistoryEntry[];
  label: string;
  /** The changes are open from the start. */
  open?: boolean;
  /** Shows what this person did; without it names are plain text. */
  onPerson?: (id: number) => void;
  /** Asks before something is restored; without it nothing can be. */
  onRestore?: ((target: RestoreTarget) => void) | undefined;
}

/** Entries of the history, newest first: who did what and when, and every field with its old and new value. */
export function HistoryEntries({
  entries,
  label,
  open = false,
  onPerson,
  onRestore,
}: HistoryEntriesProps) {
  // A button that restores goes when there is nothing left to restore.
  const list = useRef<HTMLOListElement>(null);
  useFocusKeeper(list);
  return (
    <ol
      ref={list}
      tabIndex={-1}
      aria-label={label}
      className="grid divide-y divide-line focus:outline-none"
    >
      {entries.map((entry) => (
        <li key={entry.id} className="grid gap-2 py-3">
          <Summary entry={entry} {...(onPerson && { onPerson })} onRestore={onRestore} />
          <Changes entry={entry} open={open} onRestore={onRestore} />
        </li>
      ))}
    </ol>
  );
}

function Summary({
  entry,
  onPerson,
  onRestore,
}: Pick<HistoryEntriesProps, 'onPerson' | 'onRestore'> & { entry: HistoryEntry }) {
  const { actor, action, record, at } = entry;
  const who = actorText(actor);
  const { id } = actor;
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="flex min-w-0 grow basis-72 flex-wrap items-baseline gap-x-3 gap-y-1">
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
      </span>
      <time dateTime={at} className="shrink-0 text-muted tabular-nums">
        {formatDateTime(at)}
      </time>
      {onRestore && entry.is_restorable && (
        <RestoreButton
          of={record ? recordText(record) : actionText(action)}
          onClick={() => onRestore(entryTarget(entry))}
        />
      )}
    </p>
  );
}

/** Buildings and people have pages; one that is gone says so there, so none is loaded before it is opened. */
function RecordLink({ record }: { record: HistoryRecord }) {
  const { kind, id } = record;
  const text = recordText(record);
  if (id === null || (kind !== 'condo' && kind !== 'user')) return <>{text}</>;
  const page =
    kind === 'condo'
      ? linkOptions({ to: '/condos/$condoId', params: { condoId: id } })
      : linkOptions({ to: '/users/$userId', params: { userId: id } });
  return (
    <Link {...page} preload={false} className="underline underline-offset-2 hover:no-underline">
      {text}
    </Link>
  );
}

function Changes({
  entry,
  open,
  onRestore,
}: Pick<HistoryEntriesProps, 'onRestore'> & { entry: HistoryEntry; open: boolean }) {
  const { changes, change_count: changeCount } = entry;
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
        {shown.map((change) => (
          <Change
            key={change.change}
            entry={entry}
            change={change}
            named={changeCount > 1}
            onRestore={onRestore}
          />
        ))}
        {changeCount > listed && (
          <p className="text-sm text-muted">{`${formatNumber(changeCount - listed)} more are in the export.`}</p>
        )}
      </div>
    </details>
  );
}

interface ChangeProps extends Pick<HistoryEntriesProps, 'onRestore'> {
  entry: HistoryEntry;
  change: HistoryChange;
  named: boolean;
}

function Change({ entry, change, named, onRestore }: ChangeProps) {
  const { kind, what, count, fields, id } = change;
  const title =
    id === null && count > 1
      ? `${actionText(what)}: ${formatNumber(count)} records`
      : `${actionText(what)}: ${recordText(change)}`;
  const alone = onRestore && aloneTarget(entry, change);
  const whole = onRestore && earlierTarget(entry, change, null);
  return (
    <div className="grid min-w-0 gap-1">
      {(named || fields.length === 0 || alone || whole) && (
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-3 text-sm font-medium">
          <span className="min-w-0 wrap-anywhere">{title}</span>
          {alone && <RestoreButton of={recordText(change)} onClick={() => onRestore(alone)} />}
          {whole && (
            <RestoreButton
              label="Go back to before this change"
              of={recordText(change)}
              onClick={() => onRestore(whole)}
            />
          )}
        </p>
      )}
      {fields.length > 0 && (
        <FieldTable
          label={title}
          headings={['Before', 'After']}
          kind={kind}
          fields={fields}
          targetOf={(field) => earlierTarget(entry, change, field)}
          onRestore={onRestore}
        />
      )}
    </div>
  );
}
