/** Deadline for one API call, response body included. */
export interface CallLimits {
  /** Reads and ordinary changes. */
  ordinaryMs: number;
  /** Forms that can carry files. */
  uploadMs: number;
}

export const CALL_LIMITS: CallLimits = { ordinaryMs: 30_000, uploadMs: 5 * 60_000 };

/** Ends a call early: it timed out, or the browser aborted it. */
export interface CallLimit {
  signal: AbortSignal;
  /** Which of the two it was, once the signal is aborted. */
  reason(): 'timeout' | 'aborted' | null;
  /** Call when the response is complete: clears the timer and the listener. */
  end(): void;
}

export function startLimit(limitMs: number, browser: AbortSignal | undefined): CallLimit {
  const controller = new AbortController();
  let reason: 'timeout' | 'aborted' | null = null;
  const stop = (why: 'timeout' | 'aborted') => {
    reason ??= why;
    controller.abort();
  };
  const onLeave = () => stop('aborted');
  const timer = setTimeout(stop, limitMs, 'timeout');
  // A pending call does not keep a stopping process alive.
  timer.unref();
  if (browser?.aborted) onLeave();
  else browser?.addEventListener('abort', onLeave, { once: true });
  return {
    signal: controller.signal,
    reason: () => reason,
    end() {
      clearTimeout(timer);
      browser?.removeEventListener('abort', onLeave);
    },
  };
}

/** The promise, or a rejection as soon as the signal is aborted, for a transport that ignores the signal. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new DOMException('The call was ended', 'AbortError'));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** The same response, whose deadline covers the body: one that stalls halfway must not hang for ever. */
export function limitBody(response: Response, limit: CallLimit): Response {
  const { body, status, statusText, headers } = response;
  if (!body) {
    limit.end();
    return response;
  }
  const reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> = body.getReader();
  const limited = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const chunk = await untilAborted(reader.read(), limit.signal);
          if (!chunk.done) return controller.enqueue(chunk.value);
          controller.close();
        } catch (error) {
          controller.error(error);
          await reader.cancel(error).catch(() => undefined);
        }
        return limit.end();
      },
      async cancel(reason) {
        limit.end();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(limited, { status, statusText, headers });
}
