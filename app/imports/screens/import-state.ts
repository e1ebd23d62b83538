import type { BulkType } from '~/imports/schema';
import { BULK_COLUMNS } from '~/imports/bulk-columns';
import type { ValidatedFile } from '~/imports/queries';
import type { ReadingChoices } from '~/imports/request-review';
import type { Edits } from './bulk-files';
import type { PendingImport } from './import-memory';
import { ofAnyFile, type ColumnChoices } from './remembered-columns';
import { columnsOf } from './row-values';
import type { CellPosition } from './use-grid-cursor';

/** State of the import page without its calls: choices, the last validation, and edits of invalid rows. */
export interface ImportState {
  type: BulkType;
  file: File | null;
  /** Choices of how the file is read. */
  how: ReadingChoices;
  /** Columns chosen on this page. They take precedence over remembered ones. */
  columns: ColumnChoices;
  /** True if columns have changed since the file was read. */
  stale: boolean;
  /** An import of an earlier visit, which may still be running. */
  resumed: PendingImport | null;
  /** The last validation. It stays while the rows are validated again. */
  results: ValidatedFile | null;
  /** True if the edited rows on the screen are validated next, instead of the file. */
  isEdited: boolean;
  /** Fields whose column was left out after rows had been edited. */
  leftOut: readonly string[];
  /** The file's rows that were created, by their numbers. */
  created: ReadonlyMap<number, CreatedRow>;
  /** Rows whose import was undone and that the results lack, by their numbers. */
  returned: ReadonlyMap<number, ValidatedFile>;
  /** Edits of invalid rows. Editing a cell or pasting a block is one step of `past` and `future`. */
  edits: Edits;
  past: readonly Edits[];
  future: readonly Edits[];
}

interface CreatedRow {
  /** The API's record of the import; null if it sends none. */
  importId: number | null;
  /** The rows among which it was created. */
  of: ValidatedFile;
}

export type CellChange = CellPosition & { text: string };

export type ImportAction =
  | { kind: 'typeChosen'; type: BulkType }
  | { kind: 'filePicked'; file: File }
  | { kind: 'readingChosen'; how: ReadingChoices }
  | { kind: 'columnsChosen'; columns: ColumnChoices }
  | { kind: 'checkBegun' }
  | {
      kind: 'validated';
      results: ValidatedFile;
      isEdited: boolean;
      leftOut: readonly string[];
    }
  | { kind: 'reviewed' }
  | { kind: 'created'; numbers: readonly number[]; row: CreatedRow }
  | {
      kind: 'importUndone';
      importId: number;
      /** The undo has removed all that the import created. */
      isWhole: boolean;
      /** The results' next idempotency key: the earlier one stands for the rows of that import. */
      key: string;
    }
  | { kind: 'edited'; changes: readonly CellChange[] }
  | { kind: 'undone' }
  | { kind: 'redone' };

const NO_EDITS: Pick<ImportState, 'edits' | 'past' | 'future'> = {
  edits: new Map(),
  past: [],
  future: [],
};

const NO_RESULTS = {
  ...NO_EDITS,
  stale: false,
  resumed: null,
  results: null,
  isEdited: false,
  leftOut: [],
  created: new Map<number, CreatedRow>(),
  returned: new Map<number, ValidatedFile>(),
};

export function firstImportState(type: BulkType, resumed: PendingImport | null): ImportState {
  return { ...NO_RESULTS, type, columns: {}, resumed, file: null, how: {} };
}

export function importState(state: ImportState, action: ImportAction): ImportState {
  const { edits, past, future } = state;
  switch (action.kind) {
    case 'typeChosen':
      return { ...state, ...NO_RESULTS, type: action.type, columns: {} };
    case 'filePicked':
      return {
        ...state,
        ...NO_RESULTS,
        file: action.file,
        how: {},
        columns: ofAnyFile(state.columns),
      };
    case 'readingChosen': {
      const { how } = action;
      // Rows of another sheet have the same numbers, so created rows are forgotten.
      const { created, returned } = how.sheet === state.how.sheet ? state : NO_RESULTS;
      return { ...state, how, created, returned, stale: true };
    }
    case 'columnsChosen':
      return { ...state, columns: action.columns, stale: true };
    case 'checkBegun':
      return { ...state, resumed: null };
    case 'validated': {
      const { results, isEdited, leftOut } = action;
      const { returned } = NO_RESULTS;
      return { ...state, ...NO_EDITS, results, isEdited, leftOut, returned, stale: false };
    }
    case 'reviewed':
      return { ...state, results: null };
    case 'created': {
      const rows = action.numbers.map((number) => [number, action.row] as const);
      return { ...state, created: new Map([...state.created, ...rows]) };
    }
    case 'importUndone':
      return withoutImport(state, action);
    case 'edited': {
      const changed = withChanges(state, action.changes);
      if (changed === edits) return state;
      return { ...state, edits: changed, past: [...past, edits], future: [] };
    }
    case 'undone': {
      const last = past.at(-1);
      if (!last) return state;
      return { ...state, edits: last, past: past.slice(0, -1), future: [edits, ...future] };
    }
    case 'redone': {
      const [next, ...later] = future;
      return next ? { ...state, edits: next, past: [...past, edits], future: later } : state;
    }
  }
}

/**
 * The rows of an import that was undone can be created again. They are validated first where the undo kept
 * some of them, or where the results lack them.
 */
function withoutImport(
  state: ImportState,
  { importId, isWhole, key }: Extract<ImportAction, { kind: 'importUndone' }>,
): ImportState {
  const { results } = state;
  const undone = [...state.created].filter(([, row]) => row.importId === importId);
  if (undone.length === 0) return state;
  const created = new Map(state.created);
  const returned = new Map(state.returned);
  const shown = new Set(results?.numbers);
  for (const [number, { of }] of undone) {
    created.delete(number);
    if (!shown.has(number)) returned.set(number, of);
  }
  const stale = state.stale || !isWhole || returned.size > 0;
  return { ...state, created, returned, stale, results: results && { ...results, key } };
}

/** The fields of the invalid rows: first those of the contract that the API uses, then any others. */
export function editedFields({ type, reading, invalidRows }: ValidatedFile): string[] {
  const columns = reading ? BULK_COLUMNS[type].map(({ field }) => field) : [];
  return [...new Set([...columns, ...columnsOf(invalidRows.map(({ row }) => row))])];
}

/**
 * Adds changes to the edits. Cells outside of the grid are ignored, since a pasted block may be too large.
 */
function withChanges({ results, edits }: ImportState, changes: readonly CellChange[]): Edits {
  if (!results) return edits;
  const fields = editedFields(results);
  const inside = changes.filter(
    ({ row, column }) => row < results.invalidRows.length && column < fields.length,
  );
  if (inside.length === 0) return edits;
  const next = new Map(edits);
  for (const { row, column, text } of inside) {
    next.set(row, { ...next.get(row), [fields[column] ?? '']: text });
  }
  return next;
}
