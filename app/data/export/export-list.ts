import type { ExportList, ExportProgress } from '~/contract/export';
import type { ExportRequest } from '~/contract/export-schemas';
import { fieldsOf, readNumber } from '~/contract/reading';
import { download } from '~/lib/download';
import { receiveFrames, toCallError } from '../receive-frames';
import { exportListFn } from './export.functions';

const FILE_NAMES: Readonly<Record<ExportList, string>> = {
  condos: 'buildings',
  apartments: 'apartments',
  users: 'users',
  invitations: 'pending-invitations',
  residents: 'residents',
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
  const pieces: BlobPart[] = [];
  try {
    const response = await exportListFn({ data: request, signal: watch.signal });
    const end = await receiveFrames(response, {
      signal: watch.signal,
      onBytes: async (bytes) => void pieces.push(bytes),
      onProgress: (value) => {
        const { rows, total } = fieldsOf(value);
        watch.onProgress({ rows: readNumber(rows) ?? 0, total: readNumber(total) });
      },
    });
    const today = new Date().toISOString().slice(0, 10);
    download(new Blob(pieces), `${FILE_NAMES[request.of.list]}-${today}.${request.format}`);
    return readNumber(fieldsOf(end).rows) ?? 0;
  } catch (error) {
    watch.signal.throwIfAborted();
    throw toCallError(error);
  }
}
