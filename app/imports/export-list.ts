import type { ExportList, ExportProgress } from './export';
import type { ExportRequest } from './export-schemas';
import { readNumber } from '~/fields/reading';
import { download } from '~/kit/ui/download';
import { today } from '~/rpc/api-kind';
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
  const { of, format } = request;
  // Residents of another day are not taken for those of today.
  const day = (of.list === 'residents' && of.query.as_of) || today();
  download(content, `${FILE_NAMES[of.list]}-${day}.${format}`);
  return readNumber(end.rows) ?? 0;
}
