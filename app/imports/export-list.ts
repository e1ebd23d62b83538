import type { ExportList, ExportProgress } from './export';
import type { ExportRequest } from './export-schemas';
import { readNumber } from '~/fields/reading';
import { download } from '~/kit/ui/download';
import { receiveFrames } from '~/rpc/frames';
import { exportListFn } from './export.functions';

const FILE_NAMES: Readonly<Record<ExportList, string>> = {
  condos: 'buildings',
  apartments: 'apartments',
  users: 'users',
  invitations: 'pending-invitations',
  residents: 'residents',
};

/** Downloads a list, if it is whole; resolves to its rows. @throws AppError; the reason of the signal */
export async function exportList(
  request: ExportRequest,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<number> {
  const response = await exportListFn({ data: request, signal });
  const { content, end } = await receiveFrames(response, {
    signal,
    onProgress: ({ rows, total }) =>
      onProgress({ rows: readNumber(rows) ?? 0, total: readNumber(total) }),
  });
  const today = new Date().toISOString().slice(0, 10);
  download(content, `${FILE_NAMES[request.of.list]}-${today}.${request.format}`);
  return readNumber(end.rows) ?? 0;
}
