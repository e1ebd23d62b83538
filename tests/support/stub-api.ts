/** One call as it left the panel; a multipart body as plain entries. */
export interface StubCall {
  method: string;
  /** Below the API's base address. */
  path: string;
  query: Readonly<Record<string, string>>;
  json: unknown;
  form: Record<string, FormDataEntryValue> | undefined;
  headers: Readonly<Record<string, string>>;
}

/** Answers one call: JSON with 200, or a rejection. */
export type Answer = (call: StubCall) => StubAnswer | Promise<StubAnswer>;
export type StubAnswer =
  | { body: unknown; etag?: string }
  | { status: number; body?: unknown; etag?: string };

/** An API that lives in the test. Calls without an answer get 404 and a detail that says so. */
export class StubApi {
  calls: StubCall[] = [];
  private told: (data: unknown) => void = () => undefined;

  /** Tells what is sent to the API and what it answers. */
  listen(told: (data: unknown) => void): void {
    this.told = told;
  }

  private answers = new Map<string, Answer>();

  constructor(private readonly baseUrl: string) {}

  /** `on('GET /admin/condos/7', () => ({ body: {...} }))`; the latest answer for a call wins. */
  on(call: string, answer: Answer): this {
    this.answers.set(call, answer);
    return this;
  }

  /** Records and lists that can be read: `serve({ '/admin/condos/7': {...} })`. */
  serve(bodies: Readonly<Record<string, unknown>>): this {
    for (const [path, body] of Object.entries(bodies)) this.on(`GET ${path}`, () => ({ body }));
    return this;
  }

  /** Accepts a change, after which these can be read. */
  accept(
    call: string,
    bodies: Readonly<Record<string, unknown>>,
    answer: StubAnswer = { status: 204 },
  ): this {
    return this.on(call, () => {
      this.serve(bodies);
      return answer;
    });
  }

  /** Answers a call with a rejection and its reason, which may concern one field. */
  reject(call: string, status: number, detail: string, field?: string): this {
    const errors = field && [{ field, message: detail }];
    return this.on(call, () => ({ status, body: { detail, ...(errors && { errors }) } }));
  }

  /** Answers a call no earlier than the returned function is called. */
  hold(call: string, answer: Answer): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.on(call, async (made) => {
      await promise;
      return answer(made);
    });
    return resolve;
  }

  reset(): void {
    this.calls = [];
    this.answers.clear();
  }

  /** The calls of one kind, in order. */
  made(call: string): StubCall[] {
    return this.calls.filter(({ method, path }) => `${method} ${path}` === call);
  }

  /** Returns the bodies that the calls of one kind sent, in order. */
  sent(call: string) {
    return this.made(call).map(({ json, form }) => json ?? form);
  }

  /** Returns the queries of the calls of one kind, in order. */
  queries(call: string) {
    return this.made(call).map(({ query }) => query);
  }

  async answer(request: Request): Promise<Response> {
    const call = await this.read(request);
    this.calls.push(call);
    this.told([call.json, call.form, call.query]);
    const name = `${call.method} ${call.path}`;
    const answer = (await this.answers.get(name)?.(call)) ?? {
      status: 404,
      body: { detail: `The stub has no answer to ${name}` },
    };
    const {
      status = 200,
      body = {},
      etag,
    }: { status?: number; body?: unknown; etag?: string } = answer;
    this.told(body);
    const init = { status, headers: etag ? { etag } : {} };
    // These have no body.
    return status === 204 || status === 304 ? new Response(null, init) : Response.json(body, init);
  }

  private async read(request: Request): Promise<StubCall> {
    const url = new URL(request.url);
    const headers = Object.fromEntries(request.headers);
    const type = headers['content-type'] ?? '';
    return {
      method: request.method,
      path: url.href.slice(this.baseUrl.length, url.href.length - url.search.length),
      query: Object.fromEntries(url.searchParams),
      json: type.startsWith('application/json') ? await request.json() : undefined,
      form: type.startsWith('multipart/')
        ? Object.fromEntries(await request.formData())
        : undefined,
      headers,
    };
  }
}

/** A text of several lines as a form carries it. */
export const onTheWire = (text: string) => text.replaceAll('\n', '\r\n');
