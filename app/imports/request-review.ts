import { panelReviewFn } from './imports.functions';
import type { BulkType } from './schema';
import { changeSetOf, type ChangeSet, type KeyReview } from './change-set';
import { ANY_VERSION, ROW_VERSION } from './export';
import { HTTP_UNAUTHORIZED } from '~/rpc/errors/http-status';
import { readNumber, type UnknownRecord } from '~/fields/reading';
import { readReviewType, REVIEW_MARKS, type EditedType, type ReviewType } from './row-error';
import { apiKind } from '~/rpc/api-kind';
import { AppError, NETWORK_ERROR_MESSAGE } from '~/rpc/errors/app-error';
import { toSpreadsheetCsv } from '~/fields/csv-text';
import { sendForm } from '~/rpc/client.functions';
import { receiveFrames } from '~/rpc/frames';
import { received } from '~/rpc/wire';

export interface CheckProgress {
  phase: 'sending' | 'listing' | 'comparing';
  rows: number;
}

/** A person's choices of how to read a file, by the names of the call's fields. */
export type ReadingChoices = Readonly<
  Partial<Record<'sheet' | 'encoding' | 'delimiter' | 'heading_row', string>>
>;

/** A file, and the choices of how to read it, which only the embedded API gets. */
export interface FileToCheck {
  file: File;
  type: BulkType;
  how: ReadingChoices;
  /** Maps headings to fields; "" leaves a column out. */
  columns?: Readonly<Record<string, string>>;
  condoId?: number | null;
  /** True if the file has the rows as edited on the screen. */
  isEdited?: boolean | undefined;
  byKey?: KeyReview | undefined;
  /** Aborting ends the check. Nothing has been written. */
  signal: AbortSignal;
  onProgress: (progress: CheckProgress) => void;
}

/** Lets the API compare an exported file with the stored records. Embedded API only. */
export async function reviewByApi(
  type: EditedType,
  request: Omit<FileToCheck, 'type' | 'onProgress'>,
): Promise<ChangeSet> {
  const { file, how, isEdited, byKey, signal } = request;
  // An export needs no choice of columns or building.
  const reading = readingOf(byKey ? request : { how, isEdited });
  const form = formOf({ file, type, ...reading, by_key: byKey?.emptyCells ?? null });
  const answer = await sendForm('bulkReview.file', form, {}, { signal });
  const review = await received(answer.blob());
  return changeSetOf(review, { kind: type, fileName: file.name, by: 'api', byKey });
}

/** The fields of a form that tell the embedded API how to read the file. */
export function readingOf({
  how,
  columns = {},
  condoId = null,
  isEdited,
}: Pick<FileToCheck, 'how' | 'columns' | 'condoId' | 'isEdited'>) {
  return {
    edited: isEdited ? 'true' : null,
    ...how,
    columns: Object.keys(columns).length > 0 ? JSON.stringify(columns) : null,
    condo_id: condoId === null ? null : String(condoId),
  };
}

/** Lets the panel compare an exported file with the API's list; null if the file is not an export. */
export async function reviewByPanel(request: FileToCheck): Promise<ChangeSet | null> {
  const { file, how, byKey, signal } = request;
  const type = readReviewType(request.type);
  if (!type || !(byKey || (await mayBeExport(file)))) return null;
  const form = formOf({ file, type, ...how, by_key: byKey?.emptyCells ?? null });
  const response = await panelReviewFn({ data: form, signal }).catch((error: unknown) => {
    if (byKey) throw error;
    signal.throwIfAborted();
    if (error instanceof AppError && error.status === HTTP_UNAUTHORIZED) throw error;
    // The review failed before it began. The file is then validated, which reports the reason.
    return null;
  });
  return response && readPanelReview(response, request, type);
}

async function readPanelReview(
  response: Response,
  { file, byKey, signal, onProgress }: Omit<FileToCheck, 'type' | 'how'>,
  type: ReviewType,
): Promise<ChangeSet | null> {
  const { content, end } = await receiveFrames(response, {
    signal,
    onProgress: (progress) => onProgress(readProgress(progress)),
  });
  if (end.comes_back !== true) return null;
  // The review has the same form as the API's.
  return changeSetOf(content, { kind: type, fileName: file.name, by: 'panel', byKey });
}

/** A new value for one field of several records; '' clears the field. */
interface ChosenChange {
  ids: readonly number[];
  field: string;
  value: string;
}

/** Writes the change as an edited export that accepts any stored version of the records. */
export function chosenFile({ ids, field, value }: ChosenChange): File {
  const rows = ids.map((id) => [String(id), ANY_VERSION, value]);
  return new File([toSpreadsheetCsv([[...REVIEW_MARKS, field], ...rows], ';')], 'chosen.csv');
}

/** Compares chosen records with a new value. @throws AppError */
export async function reviewChosen(
  type: EditedType,
  change: ChosenChange,
  watch: Pick<FileToCheck, 'signal' | 'onProgress'>,
): Promise<ChangeSet> {
  // `isEdited`: a typed value keeps its decimals, as edited rows do.
  const request = { ...watch, file: chosenFile(change), how: {}, isEdited: true };
  const own = apiKind().isEmbedded ? null : readReviewType(type);
  if (!own) return { ...(await reviewByApi(type, request)), fileName: null };
  const response = await panelReviewFn({ data: formOf({ file: request.file, type }), ...watch });
  const review = await readPanelReview(response, request, own);
  if (!review) throw new AppError({ status: 0, statusText: NETWORK_ERROR_MESSAGE });
  return { ...review, fileName: null };
}

export function formOf(fields: Readonly<Record<string, File | string | null>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.set(name, value);
  return form;
}

function readProgress({ phase, rows }: UnknownRecord): CheckProgress {
  return { phase: phase === 'comparing' ? phase : 'listing', rows: readNumber(rows) ?? 0 };
}

const BEGINNING_BYTES = 64 * 1024;

/**
 * False for a text file without our headings, which is no export and need not be sent twice. A zipped
 * workbook may be one.
 */
async function mayBeExport(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, BEGINNING_BYTES).arrayBuffer());
  const isPacked =
    (bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf);
  // Drops the zero bytes of UTF-16.
  const text = new TextDecoder('latin1').decode(bytes).replaceAll('\0', '');
  return isPacked || text.includes(ROW_VERSION);
}
