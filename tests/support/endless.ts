/** A body that never ends, how much of it was asked for, and whether its reader has cancelled it. */
export function endless(beginning = '{"') {
  let pieces = 0;
  let cancelled = false;
  const piece = new TextEncoder().encode('x'.repeat(65_536));
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(beginning)),
    pull: (controller) => {
      pieces += 1;
      controller.enqueue(piece);
    },
    cancel: () => void (cancelled = true),
  });
  return {
    stream,
    response: () => new Response(stream, { headers: { 'content-type': 'application/json' } }),
    pieces: () => pieces,
    isCancelled: () => cancelled,
  };
}
