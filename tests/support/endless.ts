/** An answer that never ends, and whether its reader has cancelled it. */
export function endless(beginning = '{"') {
  let cancelled = false;
  const piece = new TextEncoder().encode('x'.repeat(65_536));
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(beginning)),
    pull: (controller) => controller.enqueue(piece),
    cancel: () => void (cancelled = true),
  });
  return {
    response: () => new Response(body, { headers: { 'content-type': 'application/json' } }),
    isCancelled: () => cancelled,
  };
}
