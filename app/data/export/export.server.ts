import type { z } from '~/contract/zod';
import type { ExportProgress } from '~/contract/export';
import { EXPORT_COLUMNS } from '~/contract/export-columns';
import type { exportRequestSchema } from '~/contract/export-schemas';
import { encodeFrame } from '../frames';
import { streamOf } from '~/lib/stream-of';
import type { Upstream } from '~/upstream/upstream.server';
import { errorFrame } from '../error-frame.server';
import { csvBytes, workbookBytes } from './export-files.server';
import { exportRows } from './export-rows.server';
import type { RowBatch } from './row-batch';

type Request = z.output<typeof exportRequestSchema>;

/**
 * A list as a file, in frames (data/frames.ts): its bytes, how many rows are done, and how it ended. It is read and written
 * as fast as the browser takes it.
 */
export function exportFrames(
  upstream: Upstream,
  request: Request,
  isEmbedded?: boolean,
): ReadableStream<Uint8Array> {
  return streamOf(toFrames(upstream, request, isEmbedded));
}

async function* toFrames(
  upstream: Upstream,
  request: Request,
  isEmbedded?: boolean,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const progress: ExportProgress = { rows: 0, total: null };
  let reported = 0;
  try {
    const rows = counted(exportRows(upstream, request.of, isEmbedded), progress);
    for await (const bytes of fileBytes(request, rows)) {
      yield encodeFrame({ kind: 'bytes', bytes });
      if (progress.rows > reported) yield encodeFrame({ kind: 'progress', value: { ...progress } });
      reported = progress.rows;
    }
    yield encodeFrame({ kind: 'end', value: { rows: progress.rows } });
  } catch (error) {
    yield errorFrame(error);
  }
}

function fileBytes(
  { of: { list }, format, separator }: Request,
  rows: AsyncGenerator<RowBatch, void, void>,
) {
  const columns = EXPORT_COLUMNS[list];
  return format === 'csv' ? csvBytes(columns, rows, separator) : workbookBytes(columns, rows, list);
}

async function* counted(
  batches: AsyncGenerator<RowBatch, void, void>,
  progress: ExportProgress,
): AsyncGenerator<RowBatch, void, void> {
  for await (const batch of batches) {
    progress.rows += batch.rows.length;
    progress.total = batch.total;
    yield batch;
  }
}
