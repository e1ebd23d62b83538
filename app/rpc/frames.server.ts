import { HTTP_BAD_GATEWAY, HTTP_INTERNAL_SERVER_ERROR } from '~/rpc/errors/http-status';
import { UnreadableAnswerError } from '~/fields/reading';
import { coded } from '~/language/sentence';
import { AppError } from '~/rpc/errors/app-error';
import { logUnexpected } from '~/platform/logger.server';
import { streamOf } from '~/platform/streams';
import { encodeFrame, type Frame } from './frames';

/**
 * A response of frames, produced as fast as the browser reads. An error of the generator becomes the last
 * frame.
 */
export function framedResponse(frames: AsyncGenerator<Frame, void, void>): Response {
  return new Response(streamOf(encoded(frames)), {
    headers: { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' },
  });
}

async function* encoded(frames: AsyncGenerator<Frame, void, void>) {
  try {
    for await (const frame of frames) yield encodeFrame(frame);
  } catch (error) {
    yield encodeFrame({ kind: 'error', value: toFailure(error) });
  }
}

/**
 * An error within a response whose status is successful, in English. The browser translates it by its
 * sentence.
 */
function toFailure(
  error: unknown,
): Pick<AppError, 'status' | 'detail'> & Partial<Pick<AppError, 'sentence'>> {
  if (error instanceof AppError) {
    const { status, message, sentence } = error;
    return { status, detail: message, sentence };
  }
  if (error instanceof UnreadableAnswerError)
    return { status: HTTP_BAD_GATEWAY, detail: error.message };
  if (!(error instanceof Error && error.name === 'AbortError')) logUnexpected(error);
  return { status: HTTP_INTERNAL_SERVER_ERROR, ...coded('internal_error') };
}
