import { describe, expect, it } from 'vitest';
import { runForRequest } from '~/lib/request-context.server';
import { guardServerFunctions } from '~/server/function-guard.server';

/** The status and Allow of an address whose answer is `response`. */
function ask(method: string, path: string, response: Response) {
  const guarded = guardServerFunctions(() => response);
  return runForRequest('a request', async () => {
    const answer = await guarded(new Request(`http://panel.test${path}`, { method }), undefined);
    return { status: answer.status, allow: answer.headers.get('allow'), text: await answer.text() };
  });
}

const page = (status = 200) =>
  new Response('The page', { status, headers: { 'content-type': 'text/html; charset=utf-8' } });

describe('a page', () => {
  it.each(['GET', 'HEAD'])('answers %s', async (method) => {
    expect(await ask(method, '/condos', page())).toMatchObject({ status: 200, allow: null });
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('is 405 for %s', async (method) => {
    expect(await ask(method, '/condos', page())).toEqual({
      status: 405,
      allow: 'GET, HEAD',
      text: 'The page',
    });
  });

  it('that there is none stays so', async () => {
    expect(await ask('PUT', '/nowhere', page(404))).toMatchObject({ status: 404, allow: null });
  });
});

it('a server function is no page', async () => {
  expect(await ask('POST', '/_serverFn/x', page())).toMatchObject({ status: 200, allow: null });
  expect(await ask('POST', '/%5FserverFn/x', page())).toMatchObject({ status: 200, allow: null });
});
