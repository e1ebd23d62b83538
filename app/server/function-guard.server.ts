import { getNormalizedURL } from '@tanstack/react-router/ssr/server';
import { HTTP_INTERNAL_SERVER_ERROR } from '~/contract/http-status';
import { wasFunctionReached } from '~/lib/request-context.server';

type Handler<Options> = (request: Request, options: Options) => Response | Promise<Response>;

const FUNCTION_PATHS = '/_serverFn/';
/** Longest body that need not announce its length: all but the largest imports. */
const UNANNOUNCED_MEGABYTES = 27;
const BYTES_PER_MEGABYTE = 1024 * 1024;
/** The largest import with its form; what a call takes less, the API behind it refuses. */
const FORM_MEGABYTES = 101;
const OTHER_MEGABYTES = 1;
const BODILESS = new Set(['GET', 'HEAD']);

/**
 * Around everything that the framework answers, so around each body that is not the embedded API's. One that is too
 * large is rejected before it is parsed. A call of a server function that the framework cannot read (no JSON, a broken
 * form, an unknown function) is the caller's fault: 400, without the framework's words.
 */
export function guardServerFunctions<Options>(handle: Handler<Options>): Handler<Options> {
  return async (request, options) => {
    const isFunction = isFunctionCall(request);
    const measured = await withLength(request);
    const megabytes = measured ? limitOf(request, isFunction) : UNANNOUNCED_MEGABYTES;
    const length = Number(measured?.headers.get('content-length') ?? 0);
    if (!measured || length > megabytes * BYTES_PER_MEGABYTE) {
      const detail = `The request is too large: at most ${megabytes} MB`;
      return Response.json({ detail }, { status: 413 });
    }
    if (!isFunction) return handle(measured, options);
    let response: Response;
    try {
      response = await handle(measured, options);
    } catch (error) {
      if (wasFunctionReached()) throw error;
      return unreadable();
    }
    if (response.status < HTTP_INTERNAL_SERVER_ERROR || wasFunctionReached()) return response;
    return unreadable();
  };
}

function unreadable(): Response {
  return Response.json({ detail: 'The request cannot be read' }, { status: 400 });
}

/** By the path that the framework dispatches on: `/%5FserverFn/` leads to the functions too. */
function isFunctionCall({ url }: Request): boolean {
  return getNormalizedURL(new URL(url)).url.pathname.startsWith(FUNCTION_PATHS);
}

function limitOf({ headers }: Request, isFunction: boolean): number {
  if (!isFunction) return OTHER_MEGABYTES;
  const isForm = headers.get('content-type')?.toLowerCase().includes('multipart/form-data');
  return isForm ? FORM_MEGABYTES : OTHER_MEGABYTES;
}

/** The request with a Content-Length; null when it has none and is too long. */
async function withLength(request: Request): Promise<Request | null> {
  if (BODILESS.has(request.method) || request.headers.has('content-length')) return request;
  const body = await readUpTo(request.body, UNANNOUNCED_MEGABYTES * BYTES_PER_MEGABYTE);
  if (!body) return null;
  const headers = new Headers(request.headers);
  headers.delete('transfer-encoding');
  headers.set('content-length', String(body.size));
  const { url, method, signal } = request;
  const measured = new Request(url, { method, headers, signal, body });
  // The client's address, which the server keeps beside what a request has by the standard.
  const ip: unknown = Reflect.get(request, 'ip');
  return Object.assign(measured, { ip });
}

async function readUpTo(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  limit: number,
): Promise<Blob | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return new Blob(chunks);
}
