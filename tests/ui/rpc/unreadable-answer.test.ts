import { expect, onTestFinished, test, vi } from 'vitest';
import { toChanged } from '~/rpc/client.functions';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { fetchServerFunction } from '~/rpc/fetch';
import { ENGLISH, setLanguage } from '~/language/texts';
import catalogues from 'virtual:catalogues';

// A proxy, or the sign-in page of a network, may answer in place of the panel. Such an answer must not reach
// the framework, which would show the texts of its own parsers.

const PAGE = '<!doctype html><title>Sign in to this network</title>';
const CUT_OFF = '{"t":10,"i":0,';
const JSON_TYPE = { 'content-type': 'application/json' };
const SERIALIZED = { ...JSON_TYPE, 'x-tss-serialized': 'true' };
const RAW = { ...JSON_TYPE, 'x-tss-raw': 'true' };

function change(answer: Response): Promise<Response> {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(answer);
  return fetchServerFunction('/_serverFn/change', { method: 'POST' });
}

const textOf = (result: Promise<unknown>) => result.then(() => 'success', detailOrMessage);

test.each([
  ['a page', PAGE, 200, { 'content-type': 'text/html' }],
  ['a page that is called JSON', PAGE, 200, JSON_TYPE],
  ["somebody else's JSON", '{"error":null}', 200, JSON_TYPE],
  ['nothing', '', 200, {}],
  ['bytes of no type', new TextEncoder().encode('?'), 200, {}],
  ['a result that is cut off', CUT_OFF, 200, SERIALIZED],
  ['an error that is cut off', CUT_OFF, 422, SERIALIZED],
])('%s is no success, and said in the words of the panel', async (_what, body, status, headers) => {
  const answer = new Response(body, { status, headers });
  expect(await textOf(change(answer))).toBe('The server sent a response that could not be read');
});

test('the same is said of an answer of the API that is no JSON, in the language of the screen', async () => {
  setLanguage({ code: 'de-CH', texts: catalogues['de-CH'] ?? null });
  onTestFinished(() => setLanguage(ENGLISH));
  const changed = change(new Response(PAGE, { headers: RAW })).then(toChanged);
  expect(await textOf(changed)).toBe('Die Antwort des Servers konnte nicht gelesen werden');
});

test('results and errors of the panel arrive as they are', async () => {
  const changed = await change(new Response('{"id":7}', { headers: RAW })).then(toChanged);
  expect(changed).toMatchObject({ id: 7 });
  const error = await change(new Response('{"t":1}', { status: 422, headers: SERIALIZED }));
  expect([error.status, error.headers.get('x-tss-serialized'), await error.text()]).toEqual([
    422,
    'true',
    '{"t":1}',
  ]);
});
