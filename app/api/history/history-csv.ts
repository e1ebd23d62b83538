import {
  ACTOR_KIND_LABELS,
  HISTORY_ACTION_LABELS,
  historyFieldLabel,
  RECORD_KIND_LABELS,
} from '~/contract/history-labels';
import type { HistoryEntry, HistoryFilter } from '~/contract/history-schemas';
import { CSV_START, toSpreadsheetRow } from '~/lib/csv-text';
import type { Db } from '../db/connect.server';
import { withNames } from './history';
import { findEntries } from './history.repo';

const HEADINGS = [
  'Time (UTC)',
  'Who',
  'By',
  'Action',
  'Kind',
  'Record',
  'What',
  'Field',
  'Old',
  'New',
];

/** Entries that are read at once. */
const BATCH_ENTRIES = 500;
/** Changes of one entry in the file; an undone import may have more. */
const CHANGES_SHOWN = 1_000;

/** The entries as a CSV file, a line for each changed field, read as fast as it is sent. */
export function historyCsv(db: Db, filter: HistoryFilter): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let before: number | undefined;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(CSV_START + toSpreadsheetRow(HEADINGS, ',')));
    },
    async pull(controller) {
      const request = { filter, before, limit: BATCH_ENTRIES, changesShown: CHANGES_SHOWN };
      const entries = await withNames(db, await findEntries(db, request));
      before = entries.at(-1)?.id;
      const lines = entries.flatMap(toLines);
      const text = lines.map((cells) => toSpreadsheetRow(cells, ',')).join('');
      if (text !== '') controller.enqueue(encoder.encode(text));
      if (entries.length < BATCH_ENTRIES) controller.close();
    },
  });
}

function toLines(entry: HistoryEntry): string[][] {
  const { at, actor, action, record } = entry;
  const who = [at, actor.name ?? '', ACTOR_KIND_LABELS[actor.kind], HISTORY_ACTION_LABELS[action]];
  if (entry.changes.length === 0) {
    const kind = record ? RECORD_KIND_LABELS[record.kind] : '';
    return [[...who, kind, record?.name ?? '', '', '', '', '']];
  }
  return entry.changes.flatMap(({ what, kind, id, name, count, fields }) => {
    const title = name ?? (id === null ? `${count} records` : `#${id}`);
    const start = [...who, RECORD_KIND_LABELS[kind], title, HISTORY_ACTION_LABELS[what]];
    if (fields.length === 0) return [[...start, '', '', '']];
    return fields.map((field) => [
      ...start,
      historyFieldLabel(kind, field.name),
      toText(field.old),
      toText(field.new),
    ]);
  });
}

function toText(value: string | number | boolean | null): string {
  return value === null ? '' : String(value);
}
