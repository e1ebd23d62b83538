import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { BulkType } from '~/contract/bulk';
import { BULK_COLUMNS } from '~/contract/bulk-columns';
import { APPLY_KEY, bulkMutations, type ValidatedFile } from '~/data/bulk/bulk.mutations';
import type { CheckProgress } from '~/data/bulk/review-file';
import { capabilityQueries } from '~/data/capabilities/capabilities.queries';
import { toEditedFile, type Edits } from './bulk-files';
import { rememberColumns, rememberedColumns, type ColumnChoices } from './column-memory';
import { createdNumbers, rowsLeft, withoutCreated } from './created-rows';
import { readPendingImport, storePendingImport, type PendingImport } from './pending-import';
import { columnsOf } from './row-values';
import { useEdits } from './use-edits';
import type { CellPosition } from './use-grid-cursor';

const NONE: ReadonlySet<number> = new Set();

/** The state of the bulk flow: type, file, validation with the rows edited in place, creation. */
export function useBulkImport(firstType: BulkType, condoId: number | null) {
  const [type, setType] = useState(firstType);
  const [file, setFile] = useState<File | null>(null);
  /** Validated next instead of the file: the rows as edited on the screen. */
  const [editedFile, setEditedFile] = useState<File | null>(null);
  const [sheet, setSheet] = useState<string | null>(null);
  const [columns, setColumns] = useState<ColumnChoices>(() => rememberedColumns(firstType));
  const { edits, ...steps } = useEdits();
  /** Sheet or columns have changed since the file was read. */
  const [stale, setStale] = useState(false);
  const [resumed, setResumed] = useState<PendingImport | null>(readPendingImport);
  /** The last validation; it stays while the rows are validated again. */
  const [results, setResults] = useState<ValidatedFile | null>(null);
  /** The numbers of the file's rows that were created. */
  const [created, setCreated] = useState(NONE);
  const capabilities = useQuery(capabilityQueries.current());
  const embedded = capabilities.data?.bulkImports ?? false;
  const client = useQueryClient();
  const validation = useMutation(bulkMutations.validate(client));
  const creation = useMutation(bulkMutations.create(client));
  /** Rows of a review are being applied, or undone. */
  const applying = useIsMutating({ mutationKey: APPLY_KEY }) > 0;
  const busy = validation.isPending || creation.isPending || applying;
  /** The check that is under way, and how far it is. */
  const check = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<CheckProgress | null>(null);
  useEffect(() => () => check.current?.abort(), []);

  function clearResults(): void {
    validation.reset();
    creation.reset();
    setResults(null);
    setCreated(NONE);
    steps.clear();
    setEditedFile(null);
    setStale(false);
    setResumed(null);
    storePendingImport(null);
  }

  /** Validates the file, or the rows as edited here. */
  function validate(onValidated?: (validated: ValidatedFile) => void): void {
    if (!file || busy) return;
    const edited = results && edits.size > 0 ? editedRows(file.name, results) : editedFile;
    const stop = new AbortController();
    check.current = stop;
    const watch = { signal: stop.signal, onProgress: setProgress };
    const request = edited
      ? { file: edited, type, sheet: null, columns: {}, condoId: null, ...watch }
      : { file, type, sheet, columns, condoId: type === 'condo' ? null : condoId, ...watch };
    creation.reset();
    setResumed(null);
    setProgress(null);
    validation.mutate(request, {
      onSuccess: ({ validated: answer }) => {
        if (!answer) return setResults(null);
        // Of a file that this screen has written there is nothing to tell.
        const reading = edited && results ? results.reading : answer.reading;
        const validated = withoutCreated({ ...answer, reading }, created);
        setResults(validated);
        steps.clear();
        setStale(false);
        setEditedFile(edited);
        onValidated?.(validated);
      },
    });
  }

  /** Nothing has been written: the screen is as before the check. */
  function cancelCheck(): void {
    check.current?.abort();
    validation.reset();
  }

  function editedRows(name: string, last: ValidatedFile): File {
    const validRows = rowsLeft(last.validRows, creation.data);
    return toEditedFile({ ...last, validRows }, edits, editedFields(last), name);
  }

  /** Rows that were edited are validated first. */
  function create(): void {
    if (!results || busy) return;
    if (edits.size > 0) validate(submit);
    else submit(results);
  }

  function submit(validated: ValidatedFile): void {
    const { key, fileName, validRows } = validated;
    if (validRows.length === 0) return;
    // The second press of a double click comes before the screen shows that the first one is under way. Other rows may be.
    if (client.isMutating({ predicate: ({ state }) => state.variables === validated }) > 0) return;
    if (embedded) storePendingImport({ key, type, fileName, total: validRows.length });
    creation.mutate(validated, {
      onSuccess: (answer) => {
        setCreated(new Set([...created, ...createdNumbers(validRows, answer)]));
      },
    });
  }

  return {
    type,
    file,
    sheet,
    columns,
    edits,
    stale,
    busy,
    results,
    /** How many of the file's rows are not listed, since they were created before. */
    createdBefore: creation.isSuccess ? 0 : created.size,
    /** The rows on the screen are no longer those of the file. */
    edited: edits.size > 0 || editedFile !== null,
    /** Rows were edited here and not created yet. */
    editing: edits.size > 0 || (editedFile !== null && !creation.isSuccess),
    embedded,
    resumed: embedded ? resumed : null,
    validation,
    review: validation.data?.review ?? null,
    creation,
    applying,
    progress,
    cancelCheck,
    validate: () => validate(),
    create,
    chooseType: (next: BulkType) => {
      setType(next);
      setColumns(rememberedColumns(next));
      clearResults();
    },
    pick: (picked: File) => {
      setFile(picked);
      setSheet(null);
      clearResults();
    },
    chooseSheet: (name: string) => {
      setSheet(name);
      setStale(true);
    },
    chooseColumns: (choices: ColumnChoices) => {
      setColumns(choices);
      rememberColumns(type, choices);
      setStale(true);
    },
    edit: (changes: ReadonlyArray<CellPosition & { text: string }>) => {
      if (!results || busy) return;
      steps.apply(withChanges(edits, changes, editedFields(results), results.invalidRows.length));
    },
    undo: () => busy || steps.undo(),
    redo: () => busy || steps.redo(),
  };
}

export type BulkImportState = ReturnType<typeof useBulkImport>;

/** The fields of the invalid rows: the contract's where the API uses them, then any others. */
export function editedFields({ type, reading, invalidRows }: ValidatedFile): string[] {
  const known = reading ? BULK_COLUMNS[type].map(({ field }) => field) : [];
  return [...new Set([...known, ...columnsOf(invalidRows.map(({ row }) => row))])];
}

/** Changes outside of the grid (a pasted block that is too large) are ignored; without any other the edits are the same. */
function withChanges(
  edits: Edits,
  changes: ReadonlyArray<CellPosition & { text: string }>,
  fields: readonly string[],
  rows: number,
): Edits {
  const inside = changes.filter(({ row, column }) => row < rows && column < fields.length);
  if (inside.length === 0) return edits;
  const next = new Map(edits);
  for (const { row, column, text } of inside) {
    next.set(row, { ...next.get(row), [fields[column] ?? '']: text });
  }
  return next;
}
