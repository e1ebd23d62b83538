import { exportListFn } from '~/imports/imports.functions';
import { CSV_SEPARATORS, type ExportList, type ExportProgress } from './export';
import type { ExportRequest } from './export-schemas';
import { fieldsOf, parseJson, readId, readNumber, type UnknownRecord } from '~/fields/reading';
import { download } from '~/kit/ui/download';
import { today } from '~/rpc/api-kind';
import { receiveFrames } from '~/rpc/frames';

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

async function receiveList(request: ExportRequest, { signal, onProgress }: Watch) {
  const response = await exportListFn({ data: request, signal });
  return receiveFrames(response, {
    signal,
    onProgress: ({ rows, total }) =>
      onProgress({ rows: readNumber(rows) ?? 0, total: readNumber(total) }),
  });
}

/**
 * Downloads a list, if it arrives completely. Resolves to the number of rows, and to the requested ids that
 * the list no longer has.
 * @throws AppError; the reason of the signal
 */
export async function exportList(
  request: ExportRequest,
  watch: Watch,
): Promise<{ rows: number; missing: ReadonlySet<number | null> }> {
  const { content, end } = await receiveList(request, watch);
  const { of, format } = request;
  // The day is part of the name, so that residents of another day are not mistaken for today's.
  const day = (of.list === 'residents' && of.query.as_of) || today();
  download(content, `${FILE_NAMES[of.list]}-${day}.${format}`);
  const missing = Array.isArray(end.missing) ? end.missing : [];
  return { rows: readNumber(end.rows) ?? 0, missing: new Set(missing.map(readId)) };
}

/**
 * Reads the ids and names of all records of a list, on all of its pages.
 * @throws AppError; the reason of the signal
 */
export async function readNames(of: ExportRequest['of'], watch: Watch): Promise<UnknownRecord[]> {
  const request = { of, format: 'json', separator: CSV_SEPARATORS[0] } as const;
  const { content } = await receiveList(request, watch);
  const lines = (await content.text()).split('\n').slice(0, -1);
  return lines.map((line) => fieldsOf(parseJson(line)));
}
