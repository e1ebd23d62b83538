import type { z } from '~/contract/zod';
import type { ExportProgress } from '~/contract/export';
import { EXPORT_COLUMNS } from '~/contract/export-columns';
import type { exportRequestSchema } from '~/contract/export-schemas';
import type { Upstream } from '~/upstream/upstream.server';
import type { Frame } from '../frames';
import { csvBytes, workbookBytes } from './export-files.server';
import { exportRows } from './export-rows.server';

/**
 * A list as a file, in frames (data/frames.ts): its bytes, how many rows are done, and its end. It is read and written as fast as the
 * browser takes it.
 */
export async function* exportFrames(
  upstream: Upstream,
  { of, format, separator }: z.output<typeof exportRequestSchema>,
  isEmbedded: boolean,
): AsyncGenerator<Frame, void, void> {
  let progress: ExportProgress = { rows: 0, total: null };
  let reported = progress;
  async function* counted() {
    for await (const batch of exportRows(upstream, of, isEmbedded)) {
      progress = { rows: progress.rows + batch.rows.length, total: batch.total };
      yield batch;
    }
  }
  const columns = EXPORT_COLUMNS[of.list];
  const file =
    format === 'csv'
      ? csvBytes(columns, counted(), separator)
      : workbookBytes(columns, counted(), of.list);
  for await (const bytes of file) {
    yield { kind: 'bytes', bytes };
    if (progress.rows > reported.rows) yield { kind: 'progress', value: progress };
    reported = progress;
  }
  yield { kind: 'end', value: { rows: progress.rows } };
}
