import { HTTP_BAD_REQUEST, HTTP_METHOD_NOT_ALLOWED } from '~/contract/http-status';

/** The Fetch standard knows no request with these. */
const UNKNOWN_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** Answers requests that the layers below fail on instead of answering; null for every other one. */
export function answerUnreadable({ method, url }: Request): Response | null {
  if (UNKNOWN_METHODS.has(method)) return answer(HTTP_METHOD_NOT_ALLOWED, 'Method not allowed');
  try {
    decodeURI(new URL(url).pathname);
    return null;
  } catch {
    return answer(HTTP_BAD_REQUEST, 'The address cannot be read');
  }
}

function answer(status: number, detail: string): Response {
  return Response.json({ detail }, { status });
}
