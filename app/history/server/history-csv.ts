import { ACTOR_KIND_LABELS, HISTORY_ACTION_LABELS, RECORD_KIND_LABELS } from '~/history/schema';
import { historyFieldLabel } from '~/rpc/field-labels';
import type { HistoryEntry, HistoryFilter } from '~/history/answers';
import { CSV_START, toSpreadsheetRow } from '~/fields/csv-text';
import type { Db } from '~/platform/database/connect.server';
import { withoutPersonalData } from '~/rpc/embedded/personal-data';
import { entryBatches } from './history';
import type { SeenPart } from './history.repo';

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

/** Writes the entries as a CSV file, one line per changed field. */
export async function* historyCsv(db: Db, filter: HistoryFilter & SeenPart) {
  yield CSV_START + toSpreadsheetRow(HEADINGS, ',');
  for await (const entries of entryBatches(db, filter)) {
    const seen = filter.isHiding === true ? withoutPersonalData(entries) : entries;
    const lines = seen.flatMap(toLines);
    yield lines.map((cells) => toSpreadsheetRow(cells, ',')).join('');
  }
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
      String(field.old ?? ''),
      String(field.new ?? ''),
    ]);
  });
}
