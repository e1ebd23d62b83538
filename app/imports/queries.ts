import { queryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query';
import { changeEmbedded, embeddedQuery, invalidateAfter } from '~/rpc/queries';
import { HTTP_CONFLICT } from '~/rpc/errors/http-status';
import type { BulkType, RowChange } from './schema';
import {
  newRows,
  readBulkCreation,
  readBulkValidation,
  readNewRows,
  type BulkCreation,
  type BulkValidation,
} from './bulk-reading';
import { apiKind } from '~/rpc/api-kind';
import { AppError } from '~/rpc/errors/app-error';
import { readId } from '~/fields/reading';
import { isEditedExport, keyedTypeOf, readEditedType, valuesOf } from './row-error';
import { randomKey } from '~/fields/random-key';
import { changeSessionUser, getSession } from '~/rpc/session-store';
import { readAnswer, received } from '~/rpc/wire';
import { sendForm } from '~/rpc/client.functions';
import { msg, t, translate } from '~/language/texts';
import { applyRows, undoRows, type AppliedRows, type RowsWatch } from './apply-rows';
import { chosenRows, type ChangedRow, type ChangeSet, type IsChosen } from './change-set';
import { formOf, readingOf, reviewByApi, reviewByPanel, type FileToCheck } from './request-review';

const PROGRESS_INTERVAL_MS = 500;

export const bulkQueries = {
  /** Polled until the import has ended. */
  progress: (key: string) =>
    queryOptions({
      ...embeddedQuery('bulkImports.progress', { key }),
      refetchInterval: ({ state }) =>
        state.data?.state === 'finished' || state.data?.state === 'failed'
          ? false
          : PROGRESS_INTERVAL_MS,
      staleTime: 0,
      retry: false,
    }),
};

const FILE_CHANGED_MESSAGE = msg`The file has been changed on disk since it was chosen. Please choose it again`;

/**
 * A request to check a file. The file may still be a promise while it is written from rows edited on the
 * screen.
 */
export type CheckRequest = Omit<FileToCheck, 'file'> & { file: File | Promise<File> };

/** A review, for an exported file or for rows that match stored records; otherwise the validated rows. */
interface CheckedFile {
  validated?: ValidatedFile;
  review?: ChangeSet;
}

/** A validation. Its valid rows are sent back exactly as received. */
export interface ValidatedFile extends BulkValidation {
  type: BulkType;
  fileName: string;
  /** The idempotency key of these rows, so that sending them again creates nothing twice. */
  key: string;
}

type RowsToCreate = ValidatedFile & { mails: boolean };

interface ChangesToApply {
  set: ChangeSet;
  isChosen: IsChosen;
  /** The idempotency key of this choice of rows, so that sending it again changes nothing twice. */
  key: string;
  begin: () => RowsWatch;
}

/** Applied changes. The API applies all rows or none, the panel all that do not fail. */
export interface AppliedChanges extends BulkCreation {
  /** Number of rows that were not tried because of Cancel. */
  skipped?: number;
  /** The changes that the panel can undo. */
  undo?: AppliedRows;
}

export const bulkMutations = {
  validate: () =>
    mutationOptions({
      mutationFn: async (given: CheckRequest): Promise<CheckedFile> => {
        const request = { ...given, file: await given.file };
        const { file, type, byKey, signal, onProgress } = request;
        await assertUnchanged(file);
        const { isEmbedded } = apiKind();
        onProgress({ phase: 'sending', rows: 0 });
        const own = isEmbedded ? null : await reviewByPanel(request);
        if (own) return { review: own };
        const reviewType = isEmbedded ? readEditedType(type) : null;
        if (reviewType && byKey)
          return { review: await reviewByApi(keyedTypeOf(type) ?? reviewType, request) };
        // The server function does not parse the form, so fields beyond the wire contract are added here.
        const beyond = isEmbedded && { review: reviewType && 'true', ...readingOf(request) };
        const form = formOf({ file, type, ...beyond });
        const answer = await sendForm('bulkValidate.file', form, {}, { signal });
        const rows = await readBulkValidation(await received(answer.blob()));
        const validated = { ...rows, type, fileName: file.name, key: randomKey() };
        const { columns: read = [], source } = validated.reading ?? {};
        const isExport = isEditedExport(read.map(({ heading }) => heading));
        if (!reviewType || source?.encodings) return { validated };
        if (isExport) return { review: await reviewByApi(reviewType, request) };
        if (!validated.reading?.by_key) return { validated };
        // A file without the columns of new records can still update the records that it matches.
        const update = { ...request, byKey: { emptyCells: 'keep', creates: false } } as const;
        const review = await reviewByApi(reviewType, update);
        const isKnown = review.unchanged + review.changed.length + review.conflicts.length > 0;
        return isKnown ? { review } : { validated };
      },
    }),
  /**
   * Mails of several invitations wait so that they can be undone. Mails of an imported file leave only if
   * requested.
   */
  create: (client: QueryClient, source?: 'invitations') =>
    mutationOptions({
      mutationFn: async (validated: RowsToCreate) => {
        const { type, key, fileName, mails } = validated;
        const isSilent = type === 'user_invite' && !source && !mails;
        const mail = isSilent ? 'none' : null;
        const own = apiKind().isEmbedded && { file_name: fileName, source: source ?? null, mail };
        const form = formOf({ type, rows: await newRowsText(validated), ...own });
        return readAnswer(await sendForm('bulkCreate.rows', form, { key }), readBulkCreation);
      },
      onSuccess: () => invalidateAfter(client, 'bulkCreate.rows'),
    }),
  apply: (client: QueryClient) =>
    mutationOptions({
      mutationKey: APPLY_KEY,
      mutationFn: async ({ set, isChosen, key, begin }: ChangesToApply): Promise<AppliedChanges> =>
        set.by === 'api'
          ? applyByApi(set, isChosen, key)
          : { ...(await applyRows(set, isChosen, begin())), importId: null },
      onSuccess: async ({ changed }, { set, isChosen }) => {
        if (changed > 0) await showOwnName(set, 'new', isChosen);
        invalidateAfter(client, 'bulkApply.changes');
      },
    }),
  undoApplied: (client: QueryClient) =>
    mutationOptions({
      mutationKey: APPLY_KEY,
      mutationFn: ({ applied, begin }: { applied: AppliedRows; begin: () => RowsWatch }) =>
        undoRows(applied, begin()),
      onSuccess: () => invalidateAfter(client, 'bulkApply.changes'),
    }),
};

async function newRowsText(validated: ValidatedFile): Promise<string> {
  const { validRows } = validated;
  if (newRows(validated).length === validRows.length) return validRows.text();
  return JSON.stringify(await readNewRows(validated));
}

/**
 * Reads the file once, since a browser cannot read a file that was changed after it was chosen.
 * @throws AppError for the user
 */
async function assertUnchanged(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new AppError({ status: 0, detail: FILE_CHANGED_MESSAGE });
  }
}

/** Mutation key of rows that are being applied or undone. Meanwhile nothing else may start. */
export const APPLY_KEY = ['bulk', 'apply'] as const;

async function applyByApi(set: ChangeSet, isChosen: IsChosen, key: string) {
  const { kind, fileName, reason } = set;
  const changes: string[] = [];
  const created: string[] = [];
  for await (const rows of chosenRows(set, isChosen))
    for (const row of rows)
      if (row.action === 'create') created.push(JSON.stringify(row.values));
      else changes.push(changeText(row));
  const form = formOf({
    type: kind,
    changes: `[${changes.join(',')}]`,
    rows: `[${created.join(',')}]`,
    file_name: fileName,
    reason: reason?.trim() || null,
  });
  const answer = await sendForm('bulkApply.changes', form, { key });
  return readAnswer(answer, readBulkCreation);
}

function changeText({ row_number, id, version, changes }: ChangedRow): string {
  const values = valuesOf(changes, 'new');
  return JSON.stringify({ row_number, id, version, values } satisfies RowChange);
}

/** If the signed-in person is among the changed people, shows the new name in the header at once. */
export async function showOwnName(
  set: ChangeSet,
  which: 'old' | 'new',
  isChosen: IsChosen = () => true,
): Promise<void> {
  if (set.kind !== 'user') return;
  const ownId = readId(getSession()?.user.id);
  for await (const rows of chosenRows(set, isChosen))
    for (const row of rows)
      if (row.action === 'change' && row.id === ownId)
        changeSessionUser(valuesOf(row.changes, which));
}

/** Number of records that a message names. */
const KEPT_NAMED = 3;

/** Reverts applied changes. @throws AppError that names the records that were not reverted */
export async function revertApplied(
  client: QueryClient,
  { undo, importId }: Pick<AppliedChanges, 'undo' | 'importId'>,
): Promise<void> {
  const { kept } = undo
    ? await undoRows(undo, { signal: new AbortController().signal, onProgress: () => undefined })
    : await changeEmbedded('bulkImports.undo', {
        id: importId ?? 0,
        query: { include_changed: 'false' },
      });
  invalidateAfter(client, 'bulkApply.changes');
  if (kept.length === 0) return;
  const named = kept
    .slice(0, KEPT_NAMED)
    .map(({ name, reason }) => `${name}: ${translate(reason)}`);
  if (kept.length > KEPT_NAMED) named.push(t`and ${kept.length - KEPT_NAMED} more`);
  throw new AppError({ status: HTTP_CONFLICT, detail: named.join('; ') });
}
