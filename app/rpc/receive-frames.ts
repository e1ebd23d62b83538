import { fieldsOf, readNumber, readText, type Fields } from '~/contract/reading';
import { AppError } from '~/lib/app-error';
import { decodeFrames } from './frames';
import { endExpiredSession } from '~/data/session/end-expired-session';

/** Browser side: reads frames; resolves to their bytes and the value of the end. @throws AppError; the reason of the signal */
export async function receiveFrames(
  { body }: Response,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: Fields) => void },
): Promise<{ content: Blob; end: Fields }> {
  const pieces: BlobPart[] = [];
  try {
    for await (const frame of body ? decodeFrames(body) : []) {
      signal.throwIfAborted();
      if (frame.kind === 'bytes') pieces.push(frame.bytes);
      else if (frame.kind === 'progress') onProgress(fieldsOf(frame.value));
      else if (frame.kind === 'end')
        return { content: new Blob(pieces), end: fieldsOf(frame.value) };
      else {
        const { status, detail } = fieldsOf(frame.value);
        throw new AppError({ status: readNumber(status) ?? 0, detail: readText(detail) });
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    // Where the session ended while the response was sent; before that, the call itself was rejected.
    endExpiredSession(error);
    if (error instanceof AppError) throw error;
  }
  throw new AppError({ status: 0 });
}
