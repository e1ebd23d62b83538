import { HTTP_BAD_GATEWAY, HTTP_INTERNAL_SERVER_ERROR } from '~/contract/http-status';
import { UnreadableAnswerError } from '~/contract/reading';
import { AppError, detailOrMessage } from '~/lib/app-error';
import { encodeFrame } from '~/lib/frames';
import { logUnexpected } from '~/lib/log-unexpected.server';

/** How a response in frames failed, as its last frame says it (lib/frames.ts). */
interface Failure {
  status: number;
  detail: string;
}

export function errorFrame(error: unknown): Uint8Array<ArrayBuffer> {
  return encodeFrame({ kind: 'error', value: toFailure(error) });
}

function toFailure(error: unknown): Failure {
  if (error instanceof AppError) return { status: error.status, detail: detailOrMessage(error) };
  if (error instanceof UnreadableAnswerError)
    return { status: HTTP_BAD_GATEWAY, detail: error.message };
  if (!(error instanceof Error && error.name === 'AbortError')) logUnexpected(error);
  return { status: HTTP_INTERNAL_SERVER_ERROR, detail: 'Internal server error' };
}
