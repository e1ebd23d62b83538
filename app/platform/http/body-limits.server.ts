import {
  HTTP_CLIENT_CLOSED_REQUEST,
  HTTP_CONTENT_TOO_LARGE,
  HTTP_REQUEST_TIMEOUT,
} from '~/rpc/errors/http-status';
import { BodyError, tooLargeMessage } from '~/rpc/errors/body-error';

export const BYTES_PER_MEGABYTE = 1024 * 1024;
/** Size of the largest import with its form. Each route has a smaller limit of its own. */
export const FORM_LIMIT_BYTES = 101 * BYTES_PER_MEGABYTE;
/** A body is aborted if nothing arrives for this long. */
const BODY_IDLE_MS = 30_000;

const BODILESS = new Set(['GET', 'HEAD']);

/**
 * Passes on the request with a limited body. Answers 413 if it is too long, 408 if it stalls, 499 if it is
 * aborted.
 */
export async function withBodyLimits(
  request: Request,
  limitBytes: number,
  handle: (request: Request) => Response | Promise<Response>,
): Promise<Response> {
  if (BODILESS.has(request.method)) return unlessClosed(request, () => handle(request));
  const length = Number(request.headers.get('content-length') ?? 0);
  if (length > limitBytes) return answer(tooLarge(limitBytes));
  const hasBody = length > 0 || request.headers.has('transfer-encoding');
  if (!hasBody) return unlessClosed(request, () => handle(toPlainRequest(request, null)));
  const body = new LimitedBody(request, limitBytes);
  try {
    const response = await unlessClosed(request, () =>
      handle(toPlainRequest(request, body.stream)),
    );
    return body.error ? answer(body.error) : response;
  } catch (error) {
    if (body.error) return answer(body.error);
    throw error;
  } finally {
    if (!body.wasRead) void body.drop();
  }
}

/** Answers 499 if the client has disconnected. Otherwise anyone could fill the log with errors. */
async function unlessClosed(
  request: Request,
  handle: () => Response | Promise<Response>,
): Promise<Response> {
  try {
    return await handle();
  } catch (error) {
    // The signal is read only here: the server creates it on access, and it keeps the call's objects in
    // memory.
    if (request.signal.aborted) return answer(CLIENT_CLOSED);
    throw error;
  }
}

/** Makes a standard Request: `new Request()` rejects the server's, which always has a body. */
function toPlainRequest(request: Request, body: ReadableStream<Uint8Array> | null): Request {
  const { url, method, headers, signal } = request;
  const init = { method, headers, signal, body, duplex: 'half' };
  const plain = new Request(url, init);
  // The client's address, which the server adds to the standard request.
  const ip: unknown = Reflect.get(request, 'ip');
  return Object.assign(plain, { ip });
}

const CLIENT_CLOSED = new BodyError(HTTP_CLIENT_CLOSED_REQUEST, 'connection_closed');

const STALLED = new BodyError(HTTP_REQUEST_TIMEOUT, 'request_late');

function tooLarge(bytes: number): BodyError {
  return new BodyError(HTTP_CONTENT_TOO_LARGE, tooLargeMessage(bytes));
}

/** The connection cannot be reused, since the client would continue to send this body. */
function answer({ status, message }: BodyError): Response {
  return Response.json({ detail: message }, { status, headers: { connection: 'close' } });
}

class LimitedBody {
  readonly stream: ReadableStream<Uint8Array>;
  error: BodyError | null = null;
  wasRead = false;

  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #bytes = 0;

  constructor(
    private readonly request: Request,
    private readonly limitBytes: number,
  ) {
    // The body is read on demand. A response that needs no body leaves it unread.
    this.stream = new ReadableStream(
      { pull: (controller) => this.#pull(controller), cancel: () => this.drop() },
      { highWaterMark: 0 },
    );
  }

  /** Reads and drops the rest of the body, within its limits. */
  async drop(): Promise<void> {
    try {
      while ((await this.#next()) !== null);
    } catch (error) {
      // Also ends the connection.
      await this.#reader?.cancel(error).catch(() => undefined);
    }
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    this.wasRead = true;
    try {
      const chunk = await this.#next();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    } catch (error) {
      this.error = error instanceof BodyError ? error : CLIENT_CLOSED;
      controller.error(this.error);
    }
  }

  /** The next bytes, or null at the end. @throws BodyError */
  async #next(): Promise<Uint8Array | null> {
    this.#reader ??= this.request.body?.getReader();
    if (!this.#reader) return null;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(STALLED), BODY_IDLE_MS);
    try {
      const { done, value } = await Promise.race([this.#reader.read(), late]);
      if (done) return null;
      this.#bytes += value.byteLength;
      if (this.#bytes > this.limitBytes) throw tooLarge(this.limitBytes);
      return value;
    } finally {
      clearTimeout(timer);
    }
  }
}
