import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { acceptsGzip, withHeaders } from './with-headers';
import { IS_OWN_SERVER } from '~/platform/platform';
import { toWebStream } from '~/platform/streams';

const MIN_BYTES = 1024;
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml|x-ndjson)|image\/svg)/;

/** Compresses a response with gzip if the client accepts it. Streams are flushed per chunk. */
export function compress(request: Request, response: Response): Response {
  if (!isCompressible(request, response) || !response.body) return response;
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, flush: constants.Z_SYNC_FLUSH });
  const headers = new Headers(response.headers);
  headers.set('content-encoding', 'gzip');
  headers.append('vary', 'accept-encoding');
  headers.delete('content-length');
  weaken(headers);
  pipeline(Readable.from(response.body), gzip, () => undefined);
  return withHeaders(response, headers, toWebStream(gzip));
}

function isCompressible(request: Request, response: Response): boolean {
  // Other platforms compress responses themselves. A second time, AWS Lambda would corrupt the text.
  if (!IS_OWN_SERVER) return false;
  if (request.method === 'HEAD' || response.headers.has('content-encoding')) return false;
  if (!acceptsGzip(request.headers)) return false;
  if (!COMPRESSIBLE.test(response.headers.get('content-type') ?? '')) return false;
  const length = response.headers.get('content-length');
  return length === null || Number(length) >= MIN_BYTES;
}

/** Makes a strong ETag weak, since the compressed bytes differ from those that it names. */
function weaken(headers: Headers): void {
  const etag = headers.get('etag');
  if (etag && !etag.startsWith('W/')) headers.set('etag', `W/${etag}`);
}
