import {
  HTTP_CONTENT_TOO_LARGE,
  HTTP_SERVICE_UNAVAILABLE,
  HTTP_UNPROCESSABLE_CONTENT,
} from '~/rpc/errors/http-status';
import { readReviewType } from './row-error';
import { BY_KEY } from './schema';
import { AppError } from '~/rpc/errors/app-error';
import type { FormStream } from '~/platform/http/form-stream.server';
import { limitStream } from '~/platform/streams';
import { IS_WORKER } from '~/platform/platform';
import { readForm, textOf } from '~/platform/http/read-form.server';
import { Semaphore } from '~/platform/semaphore';
import { FILE_LIMIT_BYTES, FILE_TOO_LARGE, SheetError } from '~/imports/formats/sheet-row';
import type { ReadRows } from '~/imports/rows/message';
import { drain, type Upstream } from '~/rpc/upstream.server';
import type { Frame } from '~/rpc/frames';
import { framedResponse } from '~/rpc/frames.server';
import { callApi } from '~/rpc/perform.server';
import { reviewByPanel, type FileToReview } from './panel-review.server';
import { coded } from '~/language/sentence';

/** The file and the multipart boundaries. */
const FORM_LIMIT_BYTES = FILE_LIMIT_BYTES + 1024 * 1024;
const FRAME_BYTES = 256 * 1024;

/** Files that are read at once; each takes up to about 400 MB. */
const fileReaders = new Semaphore({
  permits: 2,
  queueLimit: 20,
  busy: () => new AppError({ status: HTTP_SERVICE_UNAVAILABLE, ...coded('too_many_files') }),
});

/**
 * A review by the panel, in frames: its progress, its JSON text, and whether there is one. The first call
 * lets the API check the caller's token.
 * @throws AppError of the API; 413, 422 for the form
 */
export async function panelReview(
  upstream: Upstream,
  form: FormStream,
  signal: AbortSignal,
): Promise<Response> {
  await drain(callApi(upstream, 'dashboard.get', {}));
  return framedResponse(toFrames(upstream, await readFile(form), signal));
}

async function* toFrames(
  upstream: Upstream,
  file: FileToReview,
  signal: AbortSignal,
): AsyncGenerator<Frame, void, void> {
  let release: (() => void) | undefined;
  let isExport = file.byKey !== undefined;
  try {
    release = await fileReaders.acquire(signal);
    const steps = reviewByPanel(upstream, await loadReader(), file, signal);
    let step = await steps.next();
    for (; !step.done; step = await steps.next()) {
      isExport = true;
      yield { kind: 'progress', value: step.value };
    }
    const review = step.value;
    const text = new TextEncoder().encode(review ? JSON.stringify(review) : '');
    for (let at = 0; at < text.length; at += FRAME_BYTES) {
      yield { kind: 'bytes', bytes: text.subarray(at, at + FRAME_BYTES) };
    }
    yield { kind: 'end', value: { comes_back: review !== null } };
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    if (isExport)
      throw new AppError({ status: HTTP_UNPROCESSABLE_CONTENT, ...coded(error.sentence) });
    // The file is not an export, so the API reports what is wrong with it.
    yield { kind: 'end', value: { comes_back: false } };
  } finally {
    release?.();
  }
}

/** Loaded on demand: most servers never read a file. */
async function loadReader(): Promise<ReadRows> {
  if (IS_WORKER) return (await import('~/imports/process/reading-here.server')).readHere;
  return (await import('~/imports/process/reading-process.server')).readInProcess;
}

/** Reads the form. The server limits its size too (app/platform/http/function-guard.server.ts). */
async function readFile({ body, contentType, length }: FormStream): Promise<FileToReview> {
  if (Number(length ?? 0) > FORM_LIMIT_BYTES) throw tooLarge();
  const parts = await readForm(limitStream(body, FORM_LIMIT_BYTES, tooLarge), contentType).catch(
    (error: unknown) => {
      if (error instanceof AppError) throw error;
      return [];
    },
  );
  const part = (name: string) => parts.find((one) => one.name === name);
  const text = (name: string) => {
    const value = part(name);
    return value && !value.isFile ? textOf(value) : '';
  };
  const file = part('file');
  const type = readReviewType(text('type'));
  if (!file?.isFile || !type) {
    const detail = 'A file and its type are required';
    throw new AppError({ status: HTTP_UNPROCESSABLE_CONTENT, detail });
  }
  if (file.size > FILE_LIMIT_BYTES) throw tooLarge();
  const sheet = text('sheet');
  const byKey = BY_KEY.find((one) => one === text('by_key'));
  return { type, file: file.pieces, byKey, ...(sheet !== '' && { sheet }) };
}

function tooLarge(): AppError {
  return new AppError({ status: HTTP_CONTENT_TOO_LARGE, ...coded(FILE_TOO_LARGE) });
}
