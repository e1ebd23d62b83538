import type { Log } from '~/lib/log';

/** A list of any length as JSON text, in pieces: rows with commas between them. */
export interface JsonList {
  first: string;
  /** The other rows; each piece is read when the client has taken the one before. Null: there are none. */
  rest: AsyncIterable<string> | null;
}

/**
 * Sends a list as one JSON array. A long one is streamed, as fast as the client reads. Where reading fails halfway the
 * connection breaks: the client gets an error and never a shorter list.
 */
export function sendJsonList({ first, rest }: JsonList, log: Log): Response {
  const headers = { 'content-type': 'application/json' };
  if (!rest) return new Response(`[${first}]`, { headers });
  const pieces = toArray(first, rest);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { value, done } = await pieces.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          log.error({ err: error }, 'A list broke off');
          controller.error(error);
        }
      },
      async cancel() {
        await pieces.return();
      },
    },
    // Nothing is read ahead.
    { highWaterMark: 0 },
  );
  return new Response(body, { headers });
}

async function* toArray(
  first: string,
  rest: AsyncIterable<string>,
): AsyncGenerator<string, void, void> {
  yield `[${first}`;
  for await (const rows of rest) yield `,${rows}`;
  yield ']';
}
