import type { ExportList, ExportProgress } from '~/contract/export';
import type { ExportRequest } from '~/contract/export-schemas';
import { fieldsOf, readNumber, readText } from '~/contract/reading';
import { AppError } from '~/lib/app-error';
import { openFileTarget, type FileTarget } from '~/lib/file-target';
import { BrokenFramesError, decodeFrames } from '~/lib/frames';
import { endSession, getSession } from '../session/session-store';
import { exportListFn } from './export.functions';

const FILE_NAMES: Readonly<Record<ExportList, string>> = {
  condos: 'buildings',
  apartments: 'apartments',
  users: 'users',
  invitations: 'pending-invitations',
};

interface Watch {
  signal: AbortSignal;
  onProgress: (progress: ExportProgress) => void;
}

/**
 * Downloads a list as a file and resolves to its number of rows. Only a whole file gets into the downloads: one that is
 * cancelled or fails is thrown away.
 * @throws AppError; the signal's reason when it is cancelled
 */
export async function exportList(request: ExportRequest, watch: Watch): Promise<number> {
  const target = await openFileTarget();
  try {
    const { body } = await exportListFn({ data: request, signal: watch.signal });
    if (!body) throw new AppError({ status: 0 });
    const rows = await receive(body, target, watch);
    const today = new Date().toISOString().slice(0, 10);
    await target.save(`${FILE_NAMES[request.of.list]}-${today}.${request.format}`);
    return rows;
  } catch (error) {
    await target.discard();
    watch.signal.throwIfAborted();
    if (!(error instanceof AppError)) throw new AppError({ status: 0 });
    // Where the session ended while the list was read; before that, the call itself was rejected.
    if (error.status === 401 && getSession()) endSession('expired');
    throw error;
  }
}

async function receive(
  body: ReadableStream<Uint8Array>,
  target: FileTarget,
  { signal, onProgress }: Watch,
): Promise<number> {
  for await (const frame of decodeFrames(body)) {
    signal.throwIfAborted();
    if (frame.kind === 'bytes') await target.write(frame.bytes);
    else {
      const { rows, total, status, detail } = fieldsOf(frame.value);
      if (frame.kind === 'error') {
        throw new AppError({ status: readNumber(status) ?? 0, detail: readText(detail) });
      }
      if (frame.kind === 'end') return readNumber(rows) ?? 0;
      onProgress({ rows: readNumber(rows) ?? 0, total: readNumber(total) });
    }
  }
  throw new BrokenFramesError('The response is cut off');
}
