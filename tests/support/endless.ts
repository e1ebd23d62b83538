const PIECE = new TextEncoder().encode('x'.repeat(65_536));
/** Far past every limit: a reader that reads on shall fail its test, not fill the machine. */
const MOST_PIECES = 1_000;

/** A body that never ends, how many bytes of it were asked for, and whether its reader has cancelled it. */
export function endless(beginning = '{"') {
  let pieces = 0;
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(beginning)),
    pull: (controller) => {
      pieces += 1;
      if (pieces > MOST_PIECES) throw new Error('The body was read on and on');
      controller.enqueue(PIECE);
    },
    cancel: () => void (cancelled = true),
  });
  return {
    stream,
    response: () => new Response(stream, { headers: { 'content-type': 'application/json' } }),
    bytes: () => pieces * PIECE.length,
    isCancelled: () => cancelled,
  };
}
