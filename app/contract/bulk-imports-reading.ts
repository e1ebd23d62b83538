import { BULK_TYPES, type BulkType } from './bulk';
import { readBulkApplication, type BulkApplication } from './bulk-review-reading';
import { fieldsOf, readId, readList, readNumber, readText, type Fields } from './reading';

/** An import record in the panel. */
export interface ImportRecord {
  id: number | null;
  type: BulkType | null;
  fileName: string | null;
  createdBy: string | null;
  createdAt: string | null;
  created: number;
  /** Records that an edited export changed. */
  changed: number;
  undoneAt: string | null;
  removed: number | null;
}

export function readBulkImports(answer: unknown): ImportRecord[] {
  return readList(answer, (fields) => ({
    id: readId(fields.id),
    type: BULK_TYPES.find((type) => type === fields.type) ?? null,
    fileName: readText(fields.file_name),
    createdBy: readText(fields.created_by),
    createdAt: readText(fields.created_at),
    created: readNumber(fields.created) ?? 0,
    changed: readNumber(fields.changed) ?? 0,
    undoneAt: readText(fields.undone_at),
    removed: readNumber(fields.removed),
  }));
}

/** The progress of an import. */
export type ImportProgress =
  | { state: 'unknown' }
  | { state: 'running'; done: number }
  | { state: 'finished'; creation: BulkApplication }
  | { state: 'failed'; detail: string };

export function readBulkProgress(answer: unknown): ImportProgress {
  const { state, done, result, detail } = fieldsOf(answer);
  if (state === 'finished') return { state, creation: readBulkApplication(result) };
  if (state === 'failed') return { state, detail: readText(detail) ?? '' };
  if (state === 'running') return { state, done: readNumber(done) ?? 0 };
  return { state: 'unknown' };
}

/** The result of "Undo this import". */
export interface ImportUndo {
  removed: number;
  /** Records that have their old values again. */
  restored: number;
  kept: ReadonlyArray<{ id: number | null; name: string; reason: string }>;
}

export function readBulkUndo(answer: unknown): ImportUndo {
  const { removed, restored, kept } = fieldsOf(answer);
  return {
    removed: readNumber(removed) ?? 0,
    restored: readNumber(restored) ?? 0,
    kept: Array.isArray(kept) ? readList(kept, readKept) : [],
  };
}

function readKept({ id, name, reason }: Fields): ImportUndo['kept'][number] {
  return { id: readId(id), name: readText(name) ?? '', reason: readText(reason) ?? '' };
}
