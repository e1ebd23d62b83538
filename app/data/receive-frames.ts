import { fieldsOf, readNumber, readText } from '~/contract/reading';
import { AppError } from '~/lib/app-error';
import { BrokenFramesError, decodeFrames } from './frames';
import { endExpiredSession } from './session/end-expired-session';

interface FrameReader {
  signal: AbortSignal;
  onBytes?: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  onProgress: (value: unknown) => void;
}

/**
 * Browser side: reads what a server function sends in frames (data/frames.ts), and resolves to the value of its end.
 * @throws AppError of an error frame; BrokenFramesError; the signal's reason when it is aborted. See toCallError.
 */
export async function receiveFrames(
  { body }: Response,
  { signal, onBytes, onProgress }: FrameReader,
): Promise<unknown> {
  if (!body) throw new AppError({ status: 0 });
  for await (const frame of decodeFrames(body)) {
    signal.throwIfAborted();
    if (frame.kind === 'bytes') await onBytes?.(frame.bytes);
    else if (frame.kind === 'progress') onProgress(frame.value);
    else if (frame.kind === 'end') return frame.value;
    else {
      const { status, detail } = fieldsOf(frame.value);
      throw new AppError({ status: readNumber(status) ?? 0, detail: readText(detail) });
    }
  }
  throw new BrokenFramesError('The response is cut off');
}

/** The error of a call whose response comes in frames, as other calls have it. */
export function toCallError(error: unknown): AppError {
  if (!(error instanceof AppError)) return new AppError({ status: 0 });
  // Where the session ended while the response was sent; before that, the call itself was rejected.
  endExpiredSession(error);
  return error;
}
