import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { BulkType } from '~/contract/bulk';
import { readBulkUndo } from '~/contract/bulk-imports-reading';
import { readBulkCreation, readBulkValidation, type BulkValidation } from '~/contract/bulk-reading';
import { AppError } from '~/lib/app-error';
import type { RowChange } from '~/contract/bulk-review';
import {
  readBulkApplication,
  readBulkReview,
  type BulkReview,
} from '~/contract/bulk-review-reading';
import type { Fields } from '~/contract/reading';
import { isEditedExport, REVIEW_TYPES } from '~/contract/row-review';
import { jsonMember } from '~/lib/json-member';
import { randomKey } from '~/lib/random-key';
import { readAnswer } from '../answer';
import { apartmentQueries } from '../apartments/apartments.queries';
import { capabilityQueries } from '../capabilities/capabilities.queries';
import { condoQueries } from '../condos/condos.queries';
import { dashboardQueries } from '../dashboard/dashboard.queries';
import { invitationQueries } from '../invitations/invitations.queries';
import {
  applyBulkFn,
  cancelBulkImportFn,
  createBulkFn,
  reviewBulkFn,
  undoBulkImportFn,
  validateBulkFn,
} from './bulk.functions';
import { bulkQueries } from './bulk.queries';
import type { UndoRequest } from './undo-request';

const FILE_CHANGED_MESSAGE =
  'The file has been changed on disk since it was chosen. Please choose it again';

/** A file to validate. Sheet, columns and building are sent to the embedded API only. */
export interface FileToValidate {
  file: File;
  type: BulkType;
  sheet: string | null;
  /** Heading to field; "" leaves a column out. */
  columns: Readonly<Record<string, string>>;
  /** The building of all rows of a file without a column for it. */
  condoId: number | null;
}

/** A validation and the exact text of the valid rows, to be sent back unchanged. */
export interface ValidatedFile extends BulkValidation {
  type: BulkType;
  fileName: string;
  /** An exported file that comes back: its rows were not read, bulkMutations.review compares them. */
  comesBack: boolean;
  rowsText: string;
  /** The idempotency key of these rows: sending them again creates nothing twice. */
  key: string;
}

/** A review of a file. */
export interface ReviewedFile extends BulkReview {
  type: BulkType;
  fileName: string;
}

/** The chosen rows of a review. */
export interface ChangesToApply {
  type: BulkType;
  fileName: string;
  /** The idempotency key of this choice: sending it again changes nothing twice. */
  key: string;
  changes: readonly RowChange[];
  rows: readonly Fields[];
}

/** The two calls of a bulk import, and those that only the embedded API has. */
export const bulkMutations = {
  validate: (client: QueryClient) =>
    mutationOptions({
      mutationFn: async ({
        file,
        type,
        sheet,
        columns,
        condoId,
      }: FileToValidate): Promise<ValidatedFile> => {
        await assertUnchanged(file);
        const form = new FormData();
        form.set('file', file);
        form.set('type', type);
        const canReview = await offersReview(client, type);
        if (canReview) form.set('review', 'true');
        if (await takesOwnFields(client)) {
          if (sheet !== null) form.set('sheet', sheet);
          if (Object.keys(columns).length > 0) form.set('columns', JSON.stringify(columns));
          if (condoId !== null) form.set('condo_id', String(condoId));
        }
        return readAnswer(await validateBulkFn({ data: form }), (answer, text) => ({
          ...withReview(readBulkValidation(answer), canReview),
          type,
          fileName: file.name,
          rowsText: jsonMember(text, 'valid_rows') ?? '[]',
          key: randomKey(),
        }));
      },
    }),
  create: (client: QueryClient) =>
    mutationOptions({
      mutationFn: async ({ type, rowsText, key, fileName }: ValidatedFile) => {
        const form = new FormData();
        form.set('type', type);
        form.set('rows', rowsText);
        if (await takesOwnFields(client)) form.set('file_name', fileName);
        const headers = { 'idempotency-key': key };
        return readAnswer(await createBulkFn({ data: form, headers }), readBulkCreation);
      },
      onSuccess: (_creation, { type }) => refreshAfterImport(client, type),
    }),
  /** Compares an exported file that comes back with what is stored; embedded API only. */
  review: () =>
    mutationOptions({
      mutationFn: async ({
        file,
        type,
        sheet,
      }: Pick<FileToValidate, 'file' | 'type' | 'sheet'>) => {
        const form = new FormData();
        form.set('file', file);
        form.set('type', type);
        if (sheet !== null) form.set('sheet', sheet);
        return readAnswer(await reviewBulkFn({ data: form }), (answer) => ({
          ...readBulkReview(answer),
          type,
          fileName: file.name,
        }));
      },
    }),
  apply: (client: QueryClient) =>
    mutationOptions({
      mutationFn: async ({ type, fileName, key, changes, rows }: ChangesToApply) => {
        const form = new FormData();
        form.set('type', type);
        form.set('changes', JSON.stringify(changes));
        form.set('rows', JSON.stringify(rows));
        form.set('file_name', fileName);
        const headers = { 'idempotency-key': key };
        return readAnswer(await applyBulkFn({ data: form, headers }), readBulkApplication);
      },
      onSuccess: (_result, { type }) => refreshAfterImport(client, type),
    }),
  cancel: () => mutationOptions({ mutationFn: (key: string) => cancelBulkImportFn({ data: key }) }),
  undo: (client: QueryClient) =>
    mutationOptions({
      mutationFn: async ({ id, includeChanged }: UndoRequest & { type: BulkType }) =>
        readAnswer(await undoBulkImportFn({ data: { id, includeChanged } }), readBulkUndo),
      onSuccess: (_undo, { type }) => refreshAfterImport(client, type),
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

async function offersReview(client: QueryClient, type: BulkType): Promise<boolean> {
  const options = { ...capabilityQueries.current(), staleTime: 'static' } as const;
  const can = await client.query(options);
  return can.bulkReview && REVIEW_TYPES.some((one) => one === type);
}

function withReview(validation: BulkValidation, canReview: boolean) {
  const headings = validation.reading?.columns.map(({ heading }) => heading) ?? [];
  return { ...validation, comesBack: canReview && isEditedExport(headings) };
}

/** Whether the API accepts fields beyond the wire contract: they are added here, since the server function does not read the form. */
async function takesOwnFields(client: QueryClient): Promise<boolean> {
  const options = { ...capabilityQueries.current(), staleTime: 'static' } as const;
  return (await client.query(options)).bulkImports;
}

const LISTS = {
  condo: condoQueries.all(),
  apartment: apartmentQueries.all(),
  user_invite: invitationQueries.all(),
} as const;

/** Refreshes the lists that an import changes, and the import history. */
export function refreshAfterImport(client: QueryClient, type: BulkType): void {
  void client.invalidateQueries({ queryKey: LISTS[type] });
  void client.invalidateQueries({ queryKey: dashboardQueries.all() });
  void client.invalidateQueries({ queryKey: bulkQueries.imports().queryKey });
}
