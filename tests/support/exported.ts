import type { ExportRequest } from '~/imports/export-schemas';
import { exportRequestSchema } from '~/imports/export-schemas';
import { exportFrames } from '~/imports/export.server';
import { decodeFrames, type Frame } from '~/rpc/frames';
import { framedResponse } from '~/rpc/frames.server';
import type { Upstream } from '~/rpc/upstream.server';
import { must } from './must';

export interface Exported {
  file: Buffer;
  /** All but the bytes, in order. */
  notes: Frame[];
}

/** An export as the browser receives it. */
export async function exported(
  upstream: Upstream,
  request: ExportRequest,
  isEmbedded = false,
): Promise<Exported> {
  const pieces: Uint8Array[] = [];
  const notes: Frame[] = [];
  const { body } = framedResponse(
    exportFrames(upstream, exportRequestSchema.parse(request), isEmbedded),
  );
  for await (const frame of decodeFrames(must(body, 'body'))) {
    if (frame.kind === 'bytes') pieces.push(frame.bytes);
    else notes.push(frame);
  }
  return { file: Buffer.concat(pieces), notes };
}
