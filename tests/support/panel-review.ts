import { beforeEach, expect } from 'vitest';
import { bulkReviewSchema, type BulkReview } from '~/imports/schema';
import type { ReviewType } from '~/imports/row-error';
import { panelReview } from '~/imports/panel-review.server';
import { decodeFrames } from '~/rpc/frames';
import { createUpstream } from '~/rpc/upstream.server';
import { exportedRows, toCsv, type Row } from './edited-exports';
import { EXTERNAL_ACCOUNTS } from './external-api/data';
import { ExternalApi } from './external-api/external-api';
import { streamOf } from './form-stream';
import { must } from './must';
import { perFile } from './opened';
import { formOf } from './form-of';

const [CHIEF] = EXTERNAL_ACCOUNTS;
const TOKEN = `token-of-${CHIEF.username}`;

/**
 * Exports and reviews as the panel does on an API of the wire contract. The API is the strict stand-in,
 * fresh for each test.
 */
export function externalReviews() {
  const external = perFile(() => ExternalApi.start());
  beforeEach(() => external.reset());

  function upstreamOf(token = TOKEN) {
    return createUpstream({
      baseUrl: external.baseUrl,
      token,
      transport: (call) => fetch(call.toRequest()),
    });
  }

  const exportRows = (type: ReviewType) => exportedRows(upstreamOf(), `${type}s`);

  async function frames(file: File, { type = 'condo', token = TOKEN } = {}) {
    const stream = streamOf(formOf({ file, type }));
    const signal = new AbortController().signal;
    let text = '';
    const notes: unknown[] = [];
    const { body } = await panelReview(upstreamOf(token), stream, signal);
    for await (const frame of decodeFrames(must(body, 'body'))) {
      if (frame.kind === 'bytes') text += new TextDecoder().decode(frame.bytes);
      else notes.push(frame);
    }
    return { text, notes };
  }

  async function reviewed(content: BlobPart, type: ReviewType = 'condo'): Promise<BulkReview> {
    const { text, notes } = await frames(new File([content], 'edited.csv'), { type });
    expect(notes.at(-1)).toEqual({ kind: 'end', value: { comes_back: true } });
    return bulkReviewSchema.parse(JSON.parse(text));
  }

  return {
    external,
    upstreamOf,
    exportRows,
    frames,
    reviewed,
    review: (rows: readonly Row[], type: ReviewType = 'condo') => reviewed(toCsv(rows), type),
  };
}
