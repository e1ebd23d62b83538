import { EmailText } from '~/kit/ui/record-texts';
import { Link, linkOptions } from '@tanstack/react-router';
import { useContext, useRef } from 'react';
import { useFocusKeeper } from '~/kit/ui/focus';
import type { RecordKind } from '~/history/schema';
import { historyFieldLabel } from '~/rpc/field-labels';
import type { HistoryChange, HistoryEntry, HistoryRecord } from '~/history/answers';
import {
  formatCount,
  formatDateTime,
  formatDay,
  formatNumber,
  formatTime,
} from '~/language/format';
import { t, translate } from '~/language/texts';
import { AskToRestore, RestoreButton } from './restore-button';
import { aloneTarget, earlierTarget, entryTarget } from './restore-targets';
import { FieldTable, ValueText } from './field-table';
import { actionText, actorText, recordText, sentenceOf, valueText } from './history-text';

interface HistoryEntriesProps {
  entries: readonly HistoryEntry[];
  label: string;
  /** Level of the headings above the entries of a day, one below the screen's own. */
  dayHeading: 'h2' | 'h3';
  /** Changes of records of this kind are initially expanded. */
  open?: RecordKind;
  /** Entries after this time come first, below a separate heading. */
  seenUntil?: string | null;
  /** Filters the list by a person. Without it, names are plain text. */
  onPerson?: ((id: number) => void) | undefined;
}

/** History entries by day, newest first, with every changed field's old and new value. */
export function HistoryEntries(props: HistoryEntriesProps) {
  const { entries, label, dayHeading, seenUntil = null, open, onPerson } = props;
  const isNew = ({ at }: HistoryEntry) => seenUntil !== null && at > seenUntil;
  const isParted = entries[0] !== undefined && isNew(entries[0]);
  const DayHeading = isParted ? 'h3' : dayHeading;
  // Takes the focus when a restore button disappears because nothing is left to restore.
  const list = useRef<HTMLOListElement>(null);
  useFocusKeeper(list);
  return (
    <ol
      ref={list}
      tabIndex={-1}
      aria-label={label}
      className="grid divide-y divide-line focus:outline-none"
    >
      {entries.map((entry, index) => {
        const day = formatDay(entry.at);
        const before = entries[index - 1];
        const begins = !before || isNew(before) !== isNew(entry);
        return (
          <li key={entry.id} className="grid gap-2 py-3">
            {isParted && begins && (
              <h2 className="font-semibold">
                {isNew(entry) ? t`Since your last visit` : t`Earlier`}
              </h2>
            )}
            {(begins || formatDay(before.at) !== day) && (
              <DayHeading className="text-sm font-semibold text-muted">{day}</DayHeading>
            )}
            <Summary entry={entry} onPerson={onPerson} />
            {entry.reason && (
              <p className="text-muted wrap-anywhere" translate="no">
                {entry.reason}
              </p>
            )}
            {!onlyField(entry) && (
              <Changes entry={entry} open={open !== undefined && entry.record?.kind === open} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** The only changed field of an entry, if both its values fit into the line; otherwise null. */
function onlyField({ change_count: count, changes }: HistoryEntry) {
  const [change] = changes;
  const [field, ...more] = change?.fields ?? [];
  if (count !== 1 || change?.what !== 'changed' || !field || more.length > 0) return null;
  const label = translate(historyFieldLabel(change.kind, field.name));
  const texts = [label, valueText(field.name, field.old), valueText(field.name, field.new)];
  return texts.join(' ').length > LINE_CHARS ? null : { change, field, label };
}

const LINE_CHARS = 80;

interface EntryProps {
  entry: HistoryEntry;
}

/** An entry as one sentence, including its change if only one field changed. */
function Summary({ entry, onPerson }: SentenceProps) {
  const { at } = entry;
  const only = onlyField(entry);
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
      <EntrySentence entry={entry} onPerson={onPerson} only={only} />
      <RestoreButton target={only && earlierTarget(entry, only.change, only.field)} />
      <RestoreButton target={entry.is_restorable ? entryTarget(entry) : null} />
      <time dateTime={at} title={formatDateTime(at)} className="shrink-0 text-muted tabular-nums">
        {formatTime(at)}
      </time>
    </p>
  );
}

interface SentenceProps extends EntryProps, Pick<HistoryEntriesProps, 'onPerson'> {
  only?: ReturnType<typeof onlyField>;
}

/**
 * A sentence that says who did what. `only` is the entry's only changed field, which the sentence then
 * includes.
 */
export function EntrySentence({ entry, onPerson, only }: SentenceProps) {
  const { actor, record } = entry;
  const who = <EmailText email={actorText(actor)} />;
  const { id } = actor;
  const { verb, about, end } = sentenceOf(entry);
  return (
    <span className="min-w-0 grow basis-72 wrap-anywhere">
      {onPerson && id !== null ? (
        <button
          type="button"
          className="cursor-pointer text-left underline underline-offset-2 hover:no-underline"
          onClick={() => onPerson(id)}
        >
          {who}
        </button>
      ) : (
        who
      )}{' '}
      <span>{verb}</span>
      {about !== '' && record && (
        <>
          {' '}
          <span translate="no" className="font-medium">
            <RecordLink record={record} text={about} />
          </span>
        </>
      )}
      <span>{end + (only ? `: ${only.label} ` : '')}</span>
      {only && (
        <>
          <ValueText name={only.field.name} value={only.field.old} /> →{' '}
          <ValueText name={only.field.name} value={only.field.new} />
        </>
      )}
    </span>
  );
}

/**
 * Links a building or a person, whose pages also report that a record was deleted. Other records are plain
 * text.
 */
function RecordLink({ record: { kind, id }, text }: { record: HistoryRecord; text: string }) {
  const name = <EmailText email={text} />;
  if (id === null || (kind !== 'condo' && kind !== 'user')) return name;
  const page =
    kind === 'condo'
      ? linkOptions({ to: '/condos/$condoId', params: { condoId: id } })
      : linkOptions({ to: '/users/$userId', params: { userId: id } });
  return (
    <Link {...page} preload={false} className="underline underline-offset-2 hover:no-underline">
      {name}
    </Link>
  );
}

function Changes({ entry, open }: EntryProps & { open: boolean }) {
  const { changes, change_count: changeCount } = entry;
  const details = changes.filter(({ fields, count }) => fields.length > 0 || count > 1);
  if (details.length === 0) return null;
  const listed = changes.reduce((sum, { count }) => sum + count, 0);
  return (
    <details open={open} className="min-w-0">
      <summary className="cursor-pointer text-sm text-muted">
        {changeCount === 1
          ? t`What changed`
          : t`What changed in ${formatNumber(changeCount)} records`}
      </summary>
      <div className="mt-2 grid gap-4">
        {details.map((change) => (
          <Change key={change.change} entry={entry} change={change} named={changeCount > 1} />
        ))}
        {changeCount > listed && (
          <p className="text-sm text-muted">{t`${formatNumber(changeCount - listed)} more are in the export.`}</p>
        )}
      </div>
    </details>
  );
}

function Change({ entry, change, named }: EntryProps & { change: HistoryChange; named: boolean }) {
  const { kind, what, count, fields, id } = change;
  const title =
    id === null && count > 1
      ? `${actionText(what)}: ${formatCount(count, 'record', 'records')}`
      : `${actionText(what)}: ${recordText(change)}`;
  const canRestore = useContext(AskToRestore) !== undefined;
  const alone = canRestore && aloneTarget(entry, change);
  const whole = canRestore && earlierTarget(entry, change, null);
  return (
    <div className="grid min-w-0 gap-1">
      {(named || fields.length === 0 || alone || whole) && (
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-3 text-sm font-medium">
          <span translate="no" className="min-w-0 wrap-anywhere">
            {title}
          </span>
          {alone && <RestoreButton target={alone} />}
          {whole && <RestoreButton label={t`Go back to before this change`} target={whole} />}
        </p>
      )}
      {fields.length > 0 && (
        <FieldTable
          label={title}
          headings={[t`Before`, t`After`]}
          kind={kind}
          fields={fields}
          targetOf={(field) => earlierTarget(entry, change, field)}
        />
      )}
    </div>
  );
}
