import { describe, expect, it } from 'vitest';
import { AppError } from '~/lib/app-error';
import { createUpstream, type Transport } from '~/upstream/upstream.server';
import { streamOf } from '../../support/form-stream';
import { must } from '../../support/must';

/** A door to an API that answers with `response` and shows what it was sent. */
function open(response: () => Response | Promise<Response>) {
  const sent: Request[] = [];
  const transport: Transport = async (call) => {
    sent.push(call.toRequest());
    return response();
  };
  return {
    sent,
    upstream: createUpstream({ transport, baseUrl: 'http://api.test/v1/api', token: null }),
  };
}

const ok = () => Response.json([]);

async function errorOf(response: () => Response | Promise<Response>): Promise<AppError> {
  const error: unknown = await open(response)
    .upstream.call({ method: 'GET', path: '/admin/condos' })
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error(`no AppError: ${String(error)}`);
  return error;
}

describe('what goes out', () => {
  it('leaves empty and missing query values out and encodes the others', async () => {
    const { sent, upstream } = open(ok);
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
    const { sent, upstream } = open(ok);
    await upstream.call({ method: 'POST', path: '/x', json: { a: 1 } });
    const form = new FormData();
    form.set('a', 'é');
    await upstream.call({ method: 'PUT', path: '/x', form: streamOf(form) });
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
    expect(await errorOf(() => new Response(body, { status: 409 }))).toMatchObject({
      status: 409,
      ...expected,
    });
  });

  it('fields of our own errors and of FastAPI ones', async () => {
    const own = await errorOf(() =>
      Response.json({ detail: 'd', errors: [{ field: 'name', message: 'm' }] }, { status: 422 }),
    );
    expect(own.fields).toEqual([{ field: 'name', message: 'm' }]);
    const external = await errorOf(() =>
      Response.json(
        { detail: [{ loc: ['body', 'zip_code'], msg: 'bad', type: 'x' }] },
        { status: 422 },
      ),
    );
    expect(external).toMatchObject({
      detail: 'bad',
      fields: [{ field: 'zip_code', message: 'bad' }],
    });
  });

  it.each([
    [{ detail: ' ', message: 'Closed' }, 'Closed'],
    [{ detail: [], message: '\n' }, 'Forbidden'],
  ])('a blank detail or message counts as none: %j', async (body, message) => {
    const error = await errorOf(() =>
      Response.json(body, { status: 403, statusText: 'Forbidden' }),
    );
    expect(error).toMatchObject({ detail: null, message });
  });

  it.each<[unknown, string | null]>([
    ['second_factor_required', 'second_factor_required'],
    ['Ungültig – bitte prüfen', null],
    ['a\r\nset-cookie: b', null],
    ['x'.repeat(30_000), null],
    [17, null],
  ])('the code %j, if it is one that the panel acts on', async (code, expected) => {
    const error = await errorOf(() => Response.json({ detail: 'd', code }, { status: 403 }));
    expect(error).toMatchObject({ detail: 'd', code: expected });
  });

  it('an error body is read up to its limit alone', async () => {
    const piece = new TextEncoder().encode(`{"detail":"${'x'.repeat(65_536)}`);
    let pieces = 0;
    let wasCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pieces += 1;
        if (pieces > 100) controller.close();
        else controller.enqueue(piece);
      },
      cancel() {
        wasCancelled = true;
      },
    });
    const error = await errorOf(() => new Response(endless, { status: 409 }));
    expect(error).toMatchObject({ status: 409, detail: null, message: 'Conflict' });
    expect(pieces).toBeLessThan(10);
    expect(wasCancelled).toBe(true);
  });
});
