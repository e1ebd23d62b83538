import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkType } from '~/contract/bulk';
import { BULK_COLUMNS } from '~/contract/bulk-columns';
import { bulkMutations, type ValidatedFile } from '~/data/bulk/bulk.mutations';
import { capabilityQueries } from '~/data/capabilities/capabilities.queries';
import { toEditedFile, type Edits } from './bulk-files';
import { rememberColumns, rememberedColumns, type ColumnChoices } from './column-memory';
import { readPendingImport, storePendingImport, type PendingImport } from './pending-import';
import { columnsOf } from './row-values';
import type { CellPosition } from './use-grid-cursor';

const NO_EDITS: Edits = new Map();

/** The state of the bulk flow: type, file, validation with the rows edited in place, creation. */
export function useBulkImport() {
  const [type, setType] = useState<BulkType>('condo');
  const [file, setFile] = useState<File | null>(null);
  /** Validated next instead of the file: the rows as edited on the screen. */
  const [editedFile, setEditedFile] = useState<File | null>(null);
  const [sheet, setSheet] = useState<string | null>(null);
  const [columns, setColumns] = useState<ColumnChoices>(() => rememberedColumns('condo'));
  const [edits, setEdits] = useState<Edits>(NO_EDITS);
  /** Sheet or columns have changed since the file was read. */
  const [stale, setStale] = useState(false);
  const [resumed, setResumed] = useState<PendingImport | null>(readPendingImport);
  const capabilities = useQuery(capabilityQueries.current());
  const embedded = capabilities.data?.bulkImports ?? false;
  const client = useQueryClient();
  const validation = useMutation(bulkMutations.validate(client));
  const creation = useMutation(bulkMutations.create(client));
  const busy = validation.isPending || creation.isPending;

  function clearResults(): void {
    validation.reset();
    creation.reset();
    setEdits(NO_EDITS);
    setEditedFile(null);
    setStale(false);
    setResumed(null);
    storePendingImport(null);
  }

  function validate(): void {
    if (!file || busy) return;
    const editing = validation.data && edits.size > 0;
    const content = editing
      ? toEditedFile(validation.data, edits, editedFields(validation.data), file.name)
      : (editedFile ?? file);
    creation.reset();
    setResumed(null);
    validation.mutate(
      { file: content, type, sheet, columns },
      {
        onSuccess: () => {
          setEdits(NO_EDITS);
          setStale(false);
          setEditedFile(content === file ? null : content);
        },
      },
    );
  }

  function create(): void {
    if (!validation.data || busy) return;
    const { key, fileName, validRows } = validation.data;
    if (embedded) storePendingImport({ key, type, fileName, total: validRows.length });
    creation.mutate(validation.data);
  }

  return {
    type,
    file,
    sheet,
    columns,
    edits,
    stale,
    busy,
    /** Rows were edited here and not created yet. */
    editing: edits.size > 0 || (editedFile !== null && !creation.isSuccess),
    embedded,
    resumed: embedded ? resumed : null,
    validation,
    creation,
    validate,
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
      if (!validation.data) return;
      setEdits(
        withChanges(
          edits,
          changes,
          editedFields(validation.data),
          validation.data.invalidRows.length,
        ),
      );
    },
  };
}

export type BulkImportState = ReturnType<typeof useBulkImport>;

/** The fields of the invalid rows: the contract's where the API uses them, then any others. */
export function editedFields({ type, reading, invalidRows }: ValidatedFile): string[] {
  const known = reading ? BULK_COLUMNS[type].map(({ field }) => field) : [];
  return [...new Set([...known, ...columnsOf(invalidRows.map(({ row }) => row))])];
}

/** Changes outside of the grid (a pasted block that is too large) are ignored. */
function withChanges(
  edits: Edits,
  changes: ReadonlyArray<CellPosition & { text: string }>,
  fields: readonly string[],
  rows: number,
): Edits {
  const next = new Map(edits);
  for (const { row, column, text } of changes) {
    const field = fields[column];
    if (field !== undefined && row < rows) next.set(row, { ...next.get(row), [field]: text });
  }
  return next;
}
