import { HTTP_METHOD_NOT_ALLOWED, HTTP_OK } from '~/contract/http-status';

const READING = ['GET', 'HEAD'];

/**
 * A page is there to be read: the framework renders it for every method, and any other than these is 405. The page comes with
 * that: a press of Login before its code is there sends a form, and shows the page again.
 */
export function answerPage({ method }: Request, response: Response): Response {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
  if (READING.includes(method) || response.status !== HTTP_OK || !isPage) return response;
  const headers = new Headers(response.headers);
  headers.set('allow', READING.join(', '));
  return new Response(response.body, { status: HTTP_METHOD_NOT_ALLOWED, headers });
}
