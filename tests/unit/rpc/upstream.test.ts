import { describe, expect, it } from 'vitest';
import type { AppError } from '~/rpc/errors/app-error';
import { streamOf } from '../../support/form-stream';
import { endless } from '../../support/endless';
import { must } from '../../support/must';
import { upstreamTo } from '../../support/upstream-to';
import { formOf } from '../../support/form-of';

/** A door to an API that shows what it was sent. */
function open() {
  const sent: Request[] = [];
  const upstream = upstreamTo(
    async (call) => {
      sent.push(call.toRequest());
      return Response.json([]);
    },
    { baseUrl: 'http://api.test/v1/api' },
  );
  return { sent, upstream };
}

/** A call that is answered in this way. */
const answered = (body: BodyInit | null, init: ResponseInit) =>
  upstreamTo(async () => new Response(body, init)).call({ method: 'GET', path: '/admin/condos' });

describe('what goes out', () => {
  it('leaves empty and missing query values out and encodes the others', async () => {
    const { sent, upstream } = open();
    const query = { search: 'é&=%+#', city: '', page: 0, state: undefined };
    await upstream.call({ method: 'GET', path: '/admin/condos', query });
    const url = new URL(must(sent[0], 'request').url);
    expect(url.origin + url.pathname).toBe('http://api.test/v1/api/admin/condos');
    expect([...url.searchParams]).toEqual([
      ['search', 'é&=%+#'],
      ['page', '0'],
    ]);
  });

  it('encodes JSON and forms, and sends nothing where there is nothing', async () => {
    const { sent, upstream } = open();
    await upstream.call({ method: 'POST', path: '/x', json: { a: 1 } });
    await upstream.call({ method: 'PUT', path: '/x', form: streamOf(formOf({ a: 'é' })) });
    await upstream.call({ method: 'DELETE', path: '/x' });
    expect(sent[0]?.headers.get('content-type')).toBe('application/json');
    expect(await sent[0]?.json()).toEqual({ a: 1 });
    expect(sent[1]?.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    expect((await sent[1]?.formData())?.get('a')).toBe('é');
    expect(sent[2]?.body).toBeNull();
    expect(sent[2]?.headers.has('content-type')).toBe(false);
  });
});

describe('what comes back', () => {
  it.each<[string, BodyInit | null, Partial<AppError>]>([
    ['detail', '{"detail":"Nope","message":"m"}', { detail: 'Nope', message: 'Nope' }],
    ['message', '{"message":"m"}', { detail: null, serverMessage: 'm', message: 'm' }],
    ['nothing', null, { detail: null, message: 'Conflict' }],
    ['garbage', '<html>', { detail: null, message: 'Conflict' }],
    ['an empty detail', '{"detail":""}', { detail: null, message: 'Conflict' }],
    ['a JSON null', 'null', { detail: null, message: 'Conflict' }],
  ])('an error with %s', async (_name, body, expected) => {
    await expect(answered(body, { status: 409 })).rejects.toMatchObject({
      name: 'AppError',
      status: 409,
      ...expected,
    });
  });

  it.each([
    [
      'our own errors',
      { detail: 'd', errors: [{ field: 'name', message: 'm' }] },
      'd',
      'name',
      'm',
    ],
    [
      'FastAPI ones',
      { detail: [{ loc: ['body', 'zip_code'], msg: 'bad', type: 'x' }] },
      'bad',
      'zip_code',
      'bad',
    ],
  ])('fields of %s', async (_whose, body, detail, field, message) => {
    const fields = [{ field, message }];
    await expect(answered(JSON.stringify(body), { status: 422 })).rejects.toMatchObject({
      detail,
      fields,
    });
  });

  it.each([
    [{ detail: ' ', message: 'Closed' }, 'Closed'],
    [{ detail: [], message: '\n' }, 'Forbidden'],
  ])('a blank detail or message counts as none: %j', async (body, message) => {
    const answer = answered(JSON.stringify(body), { status: 403, statusText: 'Forbidden' });
    await expect(answer).rejects.toMatchObject({ detail: null, message });
  });

  it.each<[unknown, string | null]>([
    ['second_factor_required', 'second_factor_required'],
    ['Ungültig – bitte prüfen', null],
    ['a\r\nset-cookie: b', null],
    ['x'.repeat(30_000), null],
    [17, null],
  ])('the code %j, if it is one that the panel acts on', async (code, expected) => {
    const answer = answered(JSON.stringify({ detail: 'd', code }), { status: 403 });
    await expect(answer).rejects.toMatchObject({ detail: 'd', code: expected });
  });

  it('an error body is read up to its limit alone', async () => {
    const body = endless('{"detail":"');
    const answer = answered(body.stream, { status: 409 });
    await expect(answer).rejects.toMatchObject({ status: 409, detail: null, message: 'Conflict' });
    expect(body.bytes()).toBeLessThan(10 * 65_536);
    expect(body.isCancelled()).toBe(true);
  });
});
