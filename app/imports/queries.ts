import { queryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query';
import { changeEmbedded, embeddedQuery, invalidateAfter, embeddedAnswer } from '~/rpc/queries';
import { HTTP_CONFLICT } from '~/rpc/errors/http-status';
import type { BulkType, RowChange } from './schema';
import type { CallAnswer } from '~/rpc/calls';
import {
  readBulkCreation,
  readBulkValidation,
  readRowErrors,
  type BulkCreation,
  type BulkValidation,
} from './bulk-reading';
import { apiKind } from '~/rpc/api-kind';
import { AppError } from '~/rpc/errors/app-error';
import { readId } from '~/fields/reading';
import { isEditedExport, keyedTypeOf, readEditedType, valuesOf } from './row-error';
import { randomKey } from '~/fields/random-key';
import { changeSessionUser, getSession } from '~/rpc/session-store';
import { readAnswer } from '~/rpc/wire';
import { sendForm } from '~/rpc/client.functions';
import { msg, t, translate } from '~/language/texts';
import { applyRows, undoRows, type RowsWatch } from './apply-rows';
import { rowsOf, type ChangeSet, type PanelChanges, type RowOf } from './change-set';
import { formOf, readingOf, reviewByApi, reviewByPanel, type FileToCheck } from './review-file';

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

/** Source text of a JSON object's member, since parsing might change numbers. Null without such a member. */
export function jsonMember(text: string, name: string): string | null {
  if (!/^\s*\{/.test(text)) return null;
  const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},]/g;
  /** Number of open brackets: 1 between the members of the object. */
  let depth = 0;
  /** Name of the member that is being read; its value begins at `start`. */
  let key: unknown = null;
  let start = 0;
  while (token.test(text)) {
    const end = token.lastIndex;
    const char = text[end - 1];
    if (char === '{' || char === '[') depth += 1;
    if (depth === 1) {
      if (char === ',' || char === '}') {
        if (key === name) return text.slice(start, end - 1).trim();
        key = null;
      }
      if (char === '"' && key === null) {
        key = JSON.parse(text.slice(start, end));
        start = text.indexOf(':', end) + 1;
      } else if (key === null) start = end;
    }
    if (char === '}' || char === ']') depth -= 1;
  }
  return null;
}

const FILE_CHANGED_MESSAGE = msg`The file has been changed on disk since it was chosen. Please choose it again`;

type CheckedFile =
  | { validated: ValidatedFile; review: null }
  | { validated: null; review: ChangeSet };

/** A validation and the exact text of the valid rows, to be sent back unchanged. */
export interface ValidatedFile extends BulkValidation {
  type: BulkType;
  fileName: string;
  rowsText: string;
  /** The idempotency key of these rows: sending them again creates nothing twice. */
  key: string;
}

type RowsToCreate = ValidatedFile & { mails: boolean };

interface ChangesToApply {
  /** With the chosen rows alone. */
  set: ChangeSet;
  /** The idempotency key of this choice: sending it again changes nothing twice. */
  key: string;
  begin: () => RowsWatch;
}

/** The applied changes: by the API all rows or none, by the panel each that did not fail. */
export interface AppliedChanges extends BulkCreation {
  changed: number;
  /** Rows that were not tried because of Cancel. */
  skipped: number;
  /** The changes that the panel can undo. */
  undo: PanelChanges | null;
}

export const bulkMutations = {
  validate: () =>
    mutationOptions({
      mutationFn: async (request: FileToCheck): Promise<CheckedFile> => {
        const { file, type, byKey, signal, onProgress } = request;
        await assertUnchanged(file);
        const { isEmbedded } = apiKind();
        onProgress({ phase: 'sending', rows: 0 });
        const own = isEmbedded ? null : await reviewByPanel(request);
        if (own) return { validated: null, review: own };
        const reviewType = isEmbedded ? readEditedType(type) : null;
        if (reviewType && byKey)
          return {
            validated: null,
            review: await reviewByApi(keyedTypeOf(type) ?? reviewType, request),
          };
        // Fields beyond the wire contract are added here, since the server function does not read the form.
        const beyond = isEmbedded && { review: reviewType && 'true', ...readingOf(request) };
        const form = formOf({ file, type, ...beyond });
        const validated = await readAnswer(
          await sendForm('bulkValidate.file', form, {}, { signal }),
          (answer, text) => ({
            ...readBulkValidation(answer),
            type,
            fileName: file.name,
            rowsText: jsonMember(text, 'valid_rows') ?? '[]',
            key: randomKey(),
          }),
        );
        const { columns: read = [], source } = validated.reading ?? {};
        const isExport = isEditedExport(read.map(({ heading }) => heading));
        if (!reviewType || source?.encodings) return { validated, review: null };
        if (isExport) return { validated: null, review: await reviewByApi(reviewType, request) };
        if (!validated.reading?.by_key) return { validated, review: null };
        // A file without the columns of new records can update those that it fits.
        const update = { ...request, byKey: { emptyCells: 'keep', creates: false } } as const;
        const review = await reviewByApi(reviewType, update);
        const isKnown = review.unchanged > 0 || rowsOf(review.rows, 'change').length > 0;
        return isKnown ? { validated: null, review } : { validated, review: null };
      },
    }),
  /** The mails of several invitations wait for an undo; those of a file leave if they are asked for. */
  create: (client: QueryClient, source?: 'invitations') =>
    mutationOptions({
      mutationFn: async ({ type, rowsText, key, fileName, mails }: RowsToCreate) => {
        const isSilent = type === 'user_invite' && !source && !mails;
        const mail = isSilent ? 'none' : null;
        const own = apiKind().isEmbedded && { file_name: fileName, source: source ?? null, mail };
        const form = formOf({ type, rows: rowsText, ...own });
        return readAnswer(await sendForm('bulkCreate.rows', form, { key }), readBulkCreation);
      },
      onSuccess: () => invalidateAfter(client, 'bulkCreate.rows'),
    }),
  apply: (client: QueryClient) =>
    mutationOptions({
      mutationKey: APPLY_KEY,
      mutationFn: async ({ set, key, begin }: ChangesToApply): Promise<AppliedChanges> =>
        set.by === 'api'
          ? applyByApi(set, key)
          : { ...(await applyRows(set, begin())), importId: null },
      onSuccess: ({ changed }, { set }) => {
        if (set.kind === 'user' && changed > 0) showOwnName(rowsOf(set.rows, 'change'), 'new');
        invalidateAfter(client, 'bulkApply.changes');
      },
    }),
  undoApplied: (client: QueryClient) =>
    mutationOptions({
      mutationKey: APPLY_KEY,
      mutationFn: ({ set, begin }: { set: PanelChanges; begin: () => RowsWatch }) =>
        undoRows(set, begin()),
      onSuccess: () => invalidateAfter(client, 'bulkApply.changes'),
    }),
};

/** A browser cannot read a file that was changed after it was chosen. @throws AppError for the user */
async function assertUnchanged(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new AppError({ status: 0, detail: FILE_CHANGED_MESSAGE });
  }
}

/** Key of rows that are being applied or undone, during which nothing else starts. */
export const APPLY_KEY = ['bulk', 'apply'] as const;

async function applyByApi({ kind, fileName, rows, reason }: ChangeSet, key: string) {
  const changes = rowsOf(rows, 'change').map((row) => ({
    row_number: row.row_number,
    id: row.id,
    version: row.version,
    values: valuesOf(row.changes, 'new'),
  })) satisfies RowChange[];
  const form = formOf({
    type: kind,
    changes: JSON.stringify(changes),
    rows: JSON.stringify(rowsOf(rows, 'create').map(({ values }) => values)),
    file_name: fileName,
    reason: reason?.trim() || null,
  });
  const answer = await sendForm('bulkApply.changes', form, { key });
  return appliedByApi(await embeddedAnswer('bulkApply.changes', answer));
}

/** The result of an import of the API, which may have changed records. */
export function appliedByApi(answer: CallAnswer<'bulkApply.changes'>): AppliedChanges {
  const { changed = 0, created, errors, import_id: importId = null } = answer;
  return { changed, created, errors: readRowErrors(errors), skipped: 0, undo: null, importId };
}

/** Shows one's own new name in the header at once, if one is among the changed people. */
export function showOwnName(people: readonly RowOf<'change'>[], which: 'old' | 'new'): void {
  const own = people.find(({ id }) => id === readId(getSession()?.user.id));
  if (own) changeSessionUser(valuesOf(own.changes, which));
}

/** Records that a message names. */
const KEPT_NAMED = 3;

/** Reverts applied changes. @throws AppError that names the records which stay as they are */
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
