import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState } from 'react';
import { randomKey } from '~/fields/random-key';
import type { UnknownRecord } from '~/fields/reading';
import type { BulkType, Reading } from '~/imports/schema';
import { newRows, rowNumberOf, type BulkCreation } from '~/imports/bulk-reading';
import { APPLY_KEY, bulkMutations, type CheckRequest, type ValidatedFile } from '~/imports/queries';
import type { KeyReview } from '~/imports/change-set';
import type { CheckProgress, ReadingChoices } from '~/imports/request-review';
import { apiKind } from '~/rpc/api-kind';
import { useSingleFlightMutation } from '~/kit/ui/use-single-flight-mutation';
import { labelHeadings, stayingRows, toEditedFile } from './bulk-files';
import type { UndoneImport } from './import-history';
import { readPendingImport, storePendingImport } from './import-memory';
import {
  editedFields,
  firstImportState,
  importState,
  type CellChange,
  type ImportAction,
  type ImportState,
} from './import-state';
import { useRememberedColumns, withColumns, type ColumnChoices } from './remembered-columns';

type OnCreated = (creation: BulkCreation, validated: ValidatedFile) => void;

/** The flow of an import: type, file, validation with edited rows, creation. */
export function useBulkImport(firstType: BulkType, condoId: number | null, source?: 'invitations') {
  const [state, dispatch] = useReducer(importState, firstType, (type) =>
    firstImportState(type, readPendingImport()),
  );
  const { type, file, how, results, isEdited, edits, created } = state;
  // "Invite several" writes its own file, so no columns are remembered.
  const remembered = useRememberedColumns(type, source === undefined);
  const columns = withColumns(remembered.columns, state.columns);
  const embedded = apiKind().isEmbedded;
  const [mails, setMails] = useState(false);
  const validation = useMutation(bulkMutations.validate());
  const creation = useSingleFlightMutation(bulkMutations.create(useQueryClient(), source));
  /** True while rows of a review are being applied or undone. */
  const applying = useIsMutating({ mutationKey: APPLY_KEY }) > 0;
  const busy = validation.isPending || creation.isPending || applying;
  /** The check that is running, and its progress. */
  const check = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<CheckProgress | null>(null);
  useEffect(() => () => check.current?.abort(), []);

  /** Applies a new choice. It discards earlier results, which belong to another file. */
  function choose(action: ImportAction): void {
    validation.reset();
    creation.reset();
    storePendingImport(null);
    setMails(false);
    dispatch(action);
  }

  /** Validates the file, or the rows as edited on the screen. */
  function validate(
    onValidated?: (validated: ValidatedFile) => void,
    chosen: {
      picked?: File;
      how?: ReadingChoices;
      columns?: ColumnChoices;
      byKey?: KeyReview;
    } = {},
  ): void {
    const { picked, ...others } = chosen;
    const current = picked ?? file;
    if (!current || (busy && !picked)) return;
    const choices = chosen.columns ?? columns;
    // The edited file is written again each time, since the last one lacks the rows that stay invalid.
    const last = !picked && (edits.size > 0 || isEdited) ? results : null;
    const leftOut = last ? [...state.leftOut, ...leftOutFields(last.reading, choices)] : [];
    const request = last
      ? {
          file: editedRows(current.name, last, leftOut),
          type,
          how: {},
          columns: labelHeadings(last.reading),
          isEdited: true,
          byKey: chosen.byKey,
        }
      : {
          file: current,
          type,
          how,
          columns,
          ...others,
          condoId: type === 'condo' ? null : condoId,
        };
    validation.mutate(begin(request), {
      onSuccess: ({ validated: answer }) => {
        if (!answer) return dispatch({ kind: 'reviewed' });
        // A file written by this screen lacks parts of the original, so its reading is not shown.
        const whole = last && {
          reading: withoutFields(last.reading, leftOut),
          unread: last.unread,
          invalidRows: [...answer.invalidRows, ...stayingRows(last.invalidRows, edits)],
        };
        const validated = withoutCreated({ ...answer, ...whole }, created);
        dispatch({ kind: 'validated', results: validated, isEdited: last !== null, leftOut });
        onValidated?.(validated);
      },
    });
  }

  function begin(request: Omit<CheckRequest, 'signal' | 'onProgress'>): CheckRequest {
    const { signal } = (check.current = new AbortController());
    creation.reset();
    dispatch({ kind: 'checkBegun' });
    setProgress(null);
    return { ...request, signal, onProgress: setProgress };
  }

  /** Reviews the rows that match stored records. The file may be reviewed again with another choice. */
  function reviewByKey(byKey: KeyReview): void {
    const { data, variables } = validation;
    if (!data?.review) validate(undefined, { byKey });
    else if (!busy) validation.mutate(begin({ ...variables, byKey }));
  }

  /** Cancels the check. Nothing has been written, so the screen is as before. */
  function cancelCheck(): void {
    check.current?.abort();
    validation.reset();
  }

  async function editedRows(name: string, last: ValidatedFile, leftOut: readonly string[]) {
    const wasCreated = createdBy(creation.data);
    // Rows that match stored records stay in the file, as they were not meant to be created.
    const isKept = (number: number | null) => last.existing.has(number ?? 0) || !wasCreated(number);
    const valid = await rowsWith(last, isKept);
    for (const before of new Set(state.returned.values()))
      valid.push(...(await rowsWith(before, (at) => state.returned.get(at ?? 0) === before)));
    return toEditedFile(last, edits, editedFields(last), name, leftOut, valid);
  }

  /** Creates the valid rows. Edited rows are validated first. */
  function create(onCreated?: OnCreated): void {
    if (!results || busy) return;
    if (edits.size > 0) validate((validated) => submit(validated, onCreated));
    else submit(results, onCreated);
  }

  function submit(validated: ValidatedFile, onCreated?: OnCreated): void {
    const { key, fileName } = validated;
    const numbers = newRows(validated);
    if (numbers.length === 0) return;
    if (embedded) storePendingImport({ key, type, fileName, total: numbers.length });
    creation.mutate(
      { ...validated, mails },
      {
        onSuccess: (answer) => {
          const done = numbers.filter(createdBy(answer));
          const row = { importId: answer.importId, of: validated };
          dispatch({ kind: 'created', numbers: done.filter((number) => number !== null), row });
          onCreated?.(answer, validated);
        },
      },
    );
  }

  /** An import of the history was undone. */
  function forgetImport({ id, isWhole }: UndoneImport): void {
    // A check that is under way still takes these rows for created.
    if (validation.isPending) cancelCheck();
    if (creation.data?.importId === id) {
      creation.reset();
      storePendingImport(null);
    }
    dispatch({ kind: 'importUndone', importId: id, isWhole, key: randomKey() });
  }

  return {
    ...state,
    columns,
    remembered,
    mails,
    setMails,
    busy,
    /** Number of rows that are hidden because they were created before. */
    createdBefore: creation.isSuccess ? 0 : created.size,
    /** True if the rows on the screen differ from the file. */
    edited: edits.size > 0 || isEdited,
    /** True if rows were edited on the screen and are not created yet. */
    editing: edits.size > 0 || (isEdited && !creation.isSuccess),
    embedded,
    resumed: embedded ? state.resumed : null,
    validation,
    review: validation.data?.review ?? null,
    creation,
    applying,
    progress,
    cancelCheck,
    validate: () => validate(),
    reviewByKey,
    create,
    forgetImport,
    chooseType: (next: BulkType) => choose({ kind: 'typeChosen', type: next }),
    pick: (picked: File) => choose({ kind: 'filePicked', file: picked }),
    /** Picks a file that another screen has written, and validates it at once. */
    check: (picked: File) => {
      if (creation.isPending) return;
      check.current?.abort();
      choose({ kind: 'filePicked', file: picked });
      validate(undefined, { picked });
    },
    /** Reads the file again at once, so that the preview shows whether the choice was right. */
    chooseReading: (choice: ReadingChoices) => {
      if (busy) return;
      // With another sheet, separator or encoding the headings may be in another row.
      const { heading_row: _, ...others } = how;
      const next = { ...others, ...choice };
      dispatch({ kind: 'readingChosen', how: next });
      validate(undefined, { how: next });
    },
    chooseColumns: (choices: ColumnChoices) => {
      remembered.keep({ type, columns: choices });
      dispatch({ kind: 'columnsChosen', columns: choices });
    },
    /**
     * Reads the file or the edited rows again without a column. Unlike a choice of columns this is not
     * remembered.
     */
    leaveOut: (heading: string) => {
      const choices = { ...columns, [heading]: '' };
      dispatch({ kind: 'columnsChosen', columns: choices });
      validate(undefined, { columns: choices });
    },
    edit: (changes: readonly CellChange[]) => busy || dispatch({ kind: 'edited', changes }),
    undo: () => busy || dispatch({ kind: 'undone' }),
    redo: () => busy || dispatch({ kind: 'redone' }),
  };
}

export type BulkImportState = ReturnType<typeof useBulkImport>;

/** The fields whose column was left out after the file had been read. */
function leftOutFields(reading: Reading | null, choices: ColumnChoices): string[] {
  return (reading?.columns ?? []).flatMap(({ heading, field }) =>
    field !== null && choices[heading] === '' ? [field] : [],
  );
}

function withoutFields(reading: Reading | null, leftOut: readonly string[]): Reading | null {
  const columns = reading?.columns.map(({ heading, field }) => ({
    heading,
    field: field !== null && leftOut.includes(field) ? null : field,
  }));
  return reading && columns ? { ...reading, columns } : null;
}

/**
 * Returns a function that tells by a row's number if it was created: all but the rows that the answer
 * names, or none.
 */
function createdBy(creation: BulkCreation | undefined): (number: number | null) => boolean {
  const rejected = new Set(creation?.errors.map(({ row }) => rowNumberOf(row)));
  rejected.delete(null);
  return (number) => (creation?.created ?? 0) > 0 && !rejected.has(number);
}

/** The valid rows with these numbers. */
async function rowsWith(
  { validRows }: ValidatedFile,
  isWanted: (number: number | null) => boolean,
): Promise<UnknownRecord[]> {
  return (await validRows.read()).filter((row) => isWanted(rowNumberOf(row)));
}

/** Removes rows that were created before, since an API would reject them as duplicates. */
function withoutCreated(validation: ValidatedFile, created: ImportState['created']) {
  const invalidRows = validation.invalidRows.filter(
    ({ row }) => !created.has(rowNumberOf(row) ?? 0),
  );
  const existing = new Set([...validation.existing].filter((number) => !created.has(number)));
  return { ...validation, invalidRows, existing };
}
