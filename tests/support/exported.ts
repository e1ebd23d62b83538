import type { ExportRequest } from '~/contract/export-schemas';
import { exportRequestSchema } from '~/contract/export-schemas';
import { exportFrames } from '~/data/export/export.server';
import { decodeFrames, type Frame } from '~/data/frames';
import type { Upstream } from '~/upstream/upstream.server';

export interface Exported {
  file: Buffer;
  /** All but the bytes, in order. */
  notes: Frame[];
}

/** An export as the browser receives it. */
export async function exported(
  upstream: Upstream,
  request: ExportRequest,
  isEmbedded?: boolean,
): Promise<Exported> {
  const pieces: Uint8Array[] = [];
  const notes: Frame[] = [];
  const stream = exportFrames(upstream, exportRequestSchema.parse(request), isEmbedded);
  for await (const frame of decodeFrames(stream)) {
    if (frame.kind === 'bytes') pieces.push(frame.bytes);
    else notes.push(frame);
  }
  return { file: Buffer.concat(pieces), notes };
}
