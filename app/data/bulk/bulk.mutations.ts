import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { BulkType } from '~/contract/bulk';
import type { CallAnswer } from '~/contract/calls';
import {
  readBulkCreation,
  readBulkValidation,
  readRowErrors,
  type BulkCreation,
  type BulkValidation,
} from '~/contract/bulk-reading';
import { apiKind } from '~/lib/api-kind';
import { AppError } from '~/lib/app-error';
import type { Fields } from '~/contract/reading';
import { isEditedExport, valuesOf } from '~/contract/row-review';
import { jsonMember } from './json-member';
import { randomKey } from '~/lib/random-key';
import { readAnswer } from '../answer';
import { sendForm } from '../call';
import { makeOld } from '../make-old';
import { ownAnswer } from '../own-call';
import type { ReviewedRow, RowChange } from '~/contract/bulk-review';
import { msg } from '~/lib/texts';
import { applyRows, undoRows, type AppliedRows } from './apply-rows';
import {
  canComeBack,
  reviewByApi,
  reviewByPanel,
  type CheckProgress,
  type ReviewedFile,
} from './review-file';

const FILE_CHANGED_MESSAGE = msg`The file has been changed on disk since it was chosen. Please choose it again`;

/** A file to validate. Sheet, columns and building are sent to the embedded API only. */
export interface FileToValidate {
  file: File;
  type: BulkType;
  sheet: string | null;
  /** Heading to field; "" leaves a column out. */
  columns: Readonly<Record<string, string>>;
  /** The building of all rows of a file without a column for it. */
  condoId: number | null;
  /** Ends the check: nothing has been written. */
  signal: AbortSignal;
  onProgress: (progress: CheckProgress) => void;
}

/** A file of rows to create, or an exported file that comes back. */
type CheckedFile =
  | { validated: ValidatedFile; review: null }
  | { validated: null; review: ReviewedFile };

/** A validation and the exact text of the valid rows, to be sent back unchanged. */
export interface ValidatedFile extends BulkValidation {
  type: BulkType;
  fileName: string;
  rowsText: string;
  /** The idempotency key of these rows: sending them again creates nothing twice. */
  key: string;
}

/** The chosen rows of a review. */
export interface ChangesToApply {
  review: ReviewedFile;
  changed: readonly ReviewedRow[];
  created: readonly Fields[];
  /** The idempotency key of this choice: sending it again changes nothing twice. */
  key: string;
  /** The signal of a review by the panel: no other row is applied once it is aborted. */
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

/** The applied changes: by the API all rows or none, by the panel each that did not fail. */
export interface AppliedChanges extends BulkCreation {
  changed: number;
  /** Rows that Cancel kept from being tried. */
  left: number;
  /** The changes that the panel can undo; the API keeps import records. */
  undo: AppliedRows | null;
}

/** The two calls of a bulk import, and those that only the embedded API has. */
export const bulkMutations = {
  validate: () =>
    mutationOptions({
      mutationFn: async (request: FileToValidate): Promise<CheckedFile> => {
        const { file, type, sheet, columns, condoId, signal, onProgress } = request;
        await assertUnchanged(file);
        const { isEmbedded } = apiKind();
        onProgress({ phase: 'sending', rows: 0 });
        const own = isEmbedded ? null : await reviewByPanel(request, { signal, onProgress });
        if (own) return { validated: null, review: own };
        const form = new FormData();
        form.set('file', file);
        form.set('type', type);
        const canReview = isEmbedded && canComeBack(type);
        if (canReview) form.set('review', 'true');
        // Fields beyond the wire contract are added here, since the server function does not read the form.
        if (isEmbedded) {
          if (sheet !== null) form.set('sheet', sheet);
          if (Object.keys(columns).length > 0) form.set('columns', JSON.stringify(columns));
          if (condoId !== null) form.set('condo_id', String(condoId));
        }
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
        return canReview && isExport(validated)
          ? { validated: null, review: await reviewByApi(request, signal) }
          : { validated, review: null };
      },
    }),
  create: (client: QueryClient) =>
    mutationOptions({
      mutationFn: async ({ type, rowsText, key, fileName }: ValidatedFile) => {
        const form = new FormData();
        form.set('type', type);
        form.set('rows', rowsText);
        if (apiKind().isEmbedded) form.set('file_name', fileName);
        return readAnswer(await sendForm('bulkCreate.rows', form, { key }), readBulkCreation);
      },
      onSuccess: () => makeOld(client, 'bulkCreate.rows'),
    }),
  apply: (client: QueryClient) =>
    mutationOptions({
      mutationKey: APPLY_KEY,
      mutationFn: (changes: ChangesToApply): Promise<AppliedChanges> =>
        changes.review.by === 'api' ? applyByApi(changes) : applyByPanel(changes),
      onSuccess: () => makeOld(client, 'bulkApply.changes'),
    }),
  /** Undoes what the panel has applied. */
  undoApplied: (client: QueryClient) =>
    mutationOptions({
      mutationKey: APPLY_KEY,
      mutationFn: ({ rows, ...watch }: { rows: AppliedRows } & Watch) => undoRows(rows, watch),
      onSuccess: () => makeOld(client, 'bulkApply.changes'),
    }),
};

/**
 * A browser refuses to read a file that was changed on disk after it was chosen, and a request with it fails like one without a
 * connection.
 * @throws AppError that says so
 */
async function assertUnchanged(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new AppError({ status: 0, detail: FILE_CHANGED_MESSAGE });
  }
}

function isExport({ reading }: BulkValidation): boolean {
  return isEditedExport(reading?.columns.map(({ heading }) => heading) ?? []);
}

/** Rows that are being applied, or undone: nothing else is started meanwhile. */
export const APPLY_KEY = ['bulk', 'apply'] as const;

type Watch = Pick<ChangesToApply, 'signal' | 'onProgress'>;

async function applyByApi({ review, changed, created, key }: ChangesToApply) {
  const changes = changed.map((row) => ({
    row_number: row.row_number,
    id: row.id,
    version: row.version,
    values: valuesOf(row.changes, 'new'),
  })) satisfies RowChange[];
  const form = new FormData();
  form.set('type', review.type);
  form.set('changes', JSON.stringify(changes));
  form.set('rows', JSON.stringify(created));
  form.set('file_name', review.fileName);
  const answer = await sendForm('bulkApply.changes', form, { key });
  return appliedByApi(await ownAnswer('bulkApply.changes', answer));
}

async function applyByPanel({ review, changed, created, ...watch }: ChangesToApply) {
  const rows = { type: review.type, changed, created };
  const { applied, errors, left } = await applyRows(rows, watch);
  return {
    changed: applied.changed.length,
    created: applied.created.length,
    errors,
    left,
    undo: applied,
  };
}

/** The result of an import of the API, which may have changed records. */
export function appliedByApi(answer: CallAnswer<'bulkApply.changes'>): AppliedChanges {
  const { changed = 0, created, errors } = answer;
  return { changed, created, errors: readRowErrors(errors), left: 0, undo: null };
}
