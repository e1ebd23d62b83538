import type { BulkType } from '~/contract/bulk';
import type { BulkReview } from '~/contract/bulk-review';
import { ROW_VERSION } from '~/contract/export-columns';
import { HTTP_UNAUTHORIZED } from '~/contract/http-status';
import { fieldsOf, readNumber } from '~/contract/reading';
import { readReviewType } from '~/contract/row-review';
import { AppError } from '~/lib/app-error';
import { sendForm } from '../call';
import { ownAnswer } from '../own-call';
import { receiveFrames, toCallError } from '../receive-frames';
import { panelReviewFn } from './bulk.functions';

/** A review of a file. */
export interface ReviewedFile extends BulkReview {
  type: BulkType;
  fileName: string;
  /** The side that has compared it, and applies it: the API, all rows or none, or this panel, row by row. */
  by: 'api' | 'panel';
}

/** How far a check of a file is. */
export interface CheckProgress {
  phase: 'sending' | 'listing' | 'comparing';
  rows: number;
}

interface FileOfType {
  file: File;
  type: BulkType;
  sheet: string | null;
}

interface Watch {
  signal: AbortSignal;
  onProgress: (progress: CheckProgress) => void;
}

export function canComeBack(type: BulkType): boolean {
  return readReviewType(type) !== null;
}

/** Has the API compare an exported file that comes back; embedded API only. */
export async function reviewByApi(
  { file, type, sheet }: FileOfType,
  signal: AbortSignal,
): Promise<ReviewedFile> {
  const answer = await sendForm('bulkReview.file', toForm({ file, type, sheet }), {}, { signal });
  const review = await ownAnswer('bulkReview.file', answer);
  return { ...review, type, fileName: file.name, by: 'api' };
}

/** Has the panel compare an exported file with what the API lists; null for a file that is none. */
export async function reviewByPanel(
  { file, type, sheet }: FileOfType,
  { signal, onProgress }: Watch,
): Promise<ReviewedFile | null> {
  if (!canComeBack(type) || !(await mayBeExport(file))) return null;
  const response = await askPanel(toForm({ file, type, sheet }), signal);
  if (!response) return null;
  const decoder = new TextDecoder();
  let text = '';
  try {
    const end = await receiveFrames(response, {
      signal,
      onBytes: async (bytes) => void (text += decoder.decode(bytes, { stream: true })),
      onProgress: (value) => onProgress(readProgress(value)),
    });
    if (fieldsOf(end).comes_back !== true) return null;
  } catch (error) {
    signal.throwIfAborted();
    throw toCallError(error);
  }
  // The review has the same form as the API's.
  const review = await ownAnswer('bulkReview.file', new Response(text));
  return { ...review, type, fileName: file.name, by: 'panel' };
}

/** Null where the file could not even be looked at: it is validated as any other, and that says why. */
async function askPanel(data: FormData, signal: AbortSignal): Promise<Response | null> {
  try {
    return await panelReviewFn({ data, signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError && error.status === HTTP_UNAUTHORIZED) throw error;
    return null;
  }
}

function toForm({ file, type, sheet }: FileOfType): FormData {
  const form = new FormData();
  form.set('file', file);
  form.set('type', type);
  if (sheet !== null) form.set('sheet', sheet);
  return form;
}

function readProgress(value: unknown): CheckProgress {
  const { phase, rows } = fieldsOf(value);
  return { phase: phase === 'comparing' ? phase : 'listing', rows: readNumber(rows) ?? 0 };
}

/** Where the headings of a text file are. */
const BEGINNING_BYTES = 64 * 1024;

/** A text file without our heading is none of ours, and needs not be sent twice; a workbook is packed. */
async function mayBeExport(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, BEGINNING_BYTES).arrayBuffer());
  const isPacked =
    (bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf);
  // Without the zeros of UTF-16.
  const text = new TextDecoder('latin1').decode(bytes).replaceAll('\0', '');
  return isPacked || text.includes(ROW_VERSION);
}
