import { HTTP_BAD_GATEWAY, HTTP_INTERNAL_SERVER_ERROR } from '~/contract/http-status';
import { UnreadableAnswerError } from '~/contract/reading';
import { AppError, detailOrMessage } from '~/lib/app-error';
import { encodeFrame } from './frames';
import { logUnexpected } from '~/lib/log-unexpected.server';

/** How something failed, in a response that is otherwise well: its last frame (data/frames.ts), or one row of many. */
export interface Failure {
  status: number;
  detail: string;
}

export function errorFrame(error: unknown): Uint8Array<ArrayBuffer> {
  return encodeFrame({ kind: 'error', value: toFailure(error) });
}

export function toFailure(error: unknown): Failure {
  if (error instanceof AppError) return { status: error.status, detail: detailOrMessage(error) };
  if (error instanceof UnreadableAnswerError)
    return { status: HTTP_BAD_GATEWAY, detail: error.message };
  if (!(error instanceof Error && error.name === 'AbortError')) logUnexpected(error);
  return { status: HTTP_INTERNAL_SERVER_ERROR, detail: 'Internal server error' };
}
