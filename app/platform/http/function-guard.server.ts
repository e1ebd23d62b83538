import { getNormalizedURL } from '@tanstack/react-router/ssr/server';
import {
  HTTP_BAD_REQUEST,
  HTTP_FORBIDDEN,
  HTTP_INTERNAL_SERVER_ERROR,
  HTTP_METHOD_NOT_ALLOWED,
  HTTP_OK,
  HTTP_UNSUPPORTED_MEDIA_TYPE,
} from '~/rpc/errors/http-status';
import { PUBLIC_BODY_LIMIT_BYTES } from '~/fields/limits';
import { isCrossSite } from './cross-site';
import { hideForm, isForm } from './form-stream.server';
import { hasFunctionStarted, markFunction } from '~/platform/request-context.server';
import { BYTES_PER_MEGABYTE, FORM_LIMIT_BYTES, withBodyLimits } from './body-limits.server';
import { changeHeaders } from './with-headers';

type Handler<Options> = (request: Request, options: Options) => Response | Promise<Response>;

const FUNCTION_PATHS = '/_serverFn/';

/**
 * Limits the bodies of everything that the framework answers, and replaces its message for unreadable
 * calls.
 */
export function guardServerFunctions<Options>(handle: Handler<Options>): Handler<Options> {
  return (request, options) => {
    const isFunction = isFunctionCall(request);
    if (isFunction) markFunction('called');
    const limitBytes = isFunction ? limitOfFunction(request.headers) : BYTES_PER_MEGABYTE;
    return withBodyLimits(request, limitBytes, async (limited) => {
      // Our pages send no URL-encoded bodies. The framework would parse one before any middleware runs.
      if (isFunction && isUrlEncoded(request.headers)) return rejectForm(request);
      // A request without a body is passed on as it is.
      if (isFunction && limited !== request) hideForm(limited.headers);
      return isFunction
        ? asFunction(() => handle(limited, options))
        : answerPage(request, await handle(limited, options));
    });
  };
}

/** A form passes through unread (./form-stream.server.ts). The framework reads any other body into memory. */
function limitOfFunction(headers: Headers): number {
  if (isForm(headers)) return FORM_LIMIT_BYTES;
  return headers.has('authorization') ? BYTES_PER_MEGABYTE : PUBLIC_BODY_LIMIT_BYTES;
}

function isUrlEncoded(headers: Headers): boolean {
  return /application\/x-www-form-urlencoded/i.test(headers.get('content-type') ?? '');
}

/** Answers 415, or 403 as for any other call from a page of another site. */
function rejectForm({ url, headers }: Request): Response {
  if (isCrossSite(headers, [new URL(url).host])) {
    return Response.json({ detail: 'Forbidden' }, { status: HTTP_FORBIDDEN });
  }
  const detail = 'Send the body as JSON or multipart/form-data';
  return Response.json({ detail }, { status: HTTP_UNSUPPORTED_MEDIA_TYPE });
}

/** Decides by the path that the framework dispatches on: `/%5FserverFn/` reaches the functions too. */
function isFunctionCall({ url }: Request): boolean {
  return getNormalizedURL(new URL(url)).url.pathname.startsWith(FUNCTION_PATHS);
}

async function asFunction(call: () => Response | Promise<Response>): Promise<Response> {
  try {
    const response = await call();
    if (response.status < HTTP_INTERNAL_SERVER_ERROR || hasFunctionStarted()) {
      // Some caches ignore the query, so that one person would get another person's response.
      return changeHeaders(response, (headers) => headers.set('cache-control', 'no-store'));
    }
  } catch (error) {
    if (hasFunctionStarted()) throw error;
  }
  return Response.json({ detail: 'The request cannot be read' }, { status: HTTP_BAD_REQUEST });
}

const READING = ['GET', 'HEAD'];

/**
 * Answers 405 to a page requested by another method, such as a form of Login that was sent before its code
 * has loaded.
 */
function answerPage({ method }: Request, response: Response): Response {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
  if (READING.includes(method) || response.status !== HTTP_OK || !isPage) return response;
  const headers = new Headers(response.headers);
  headers.set('allow', READING.join(', '));
  return new Response(response.body, { status: HTTP_METHOD_NOT_ALLOWED, headers });
}
