import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from '../listening';
import { answerCall, type AcceptedCall } from './answers';
import { findCall, type Call, type CallName } from './calls';
import { externalData, type ExternalData, type Row } from './data';
import { answerFault, sendJson, type Fault } from './faults';
import { checkFields, singleValues } from './rules';
import { readWireBody } from './wire-body';

/** One call as it came over the wire; files as "name (type, n bytes)". */
export interface RecordedCall {
  name: CallName;
  /** Method, path below /api and query, for example "GET /admin/condos?sort_by=name&sort_order=asc". */
  line: string;
  encoding: string;
  values: Record<string, unknown>;
}

const TABLES = [
  ['Condo', 'condos'],
  ['Apartment', 'apartments'],
  ['User', 'users'],
] as const;

/**
 * A strict stand-in for an external API: the wire contract and nothing more, with data in memory and a
 * style of its own. A call outside the contract is rejected and recorded in `violations`, which must be
 * empty at the end of a test.
 */
export class ExternalApi {
  calls: RecordedCall[] = [];
  violations: string[] = [];
  /** Calls whose client closed the connection before the response. */
  abandoned: CallName[] = [];
  data: ExternalData = externalData();
  private faults: Array<{ call: CallName; fault: Fault }> = [];
  private tokensExpired = false;
  private server: Awaited<ReturnType<typeof listening>> | undefined;

  /** Starts on a free port of this machine. */
  static async start(): Promise<ExternalApi> {
    const api = new ExternalApi();
    api.server = await listening(
      createServer((request, response) => {
        api.handle(request, response).catch((error: unknown) => {
          api.violations.push(`The stand-in itself failed: ${String(error)}`);
          response.destroy();
        });
      }),
    );
    return api;
  }

  /** The address for API_BASE_URL. */
  get baseUrl(): string {
    return `${this.server?.url}/api`;
  }

  async close(): Promise<void> {
    await this.server?.close();
  }

  /** Fresh data, no faults, nothing recorded. */
  reset(): void {
    this.calls = [];
    this.violations = [];
    this.abandoned = [];
    this.data = externalData();
    this.heal();
  }

  /** Makes this call go wrong from now on. The latest fault of a call wins. */
  break(call: CallName, fault: Fault): void {
    this.faults.unshift({ call, fault });
  }

  /** This call is answered once the returned function is called. */
  hold(call: CallName): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.break(call, { kind: 'held', until: promise });
    return resolve;
  }

  /** All calls are well again. */
  heal(): void {
    this.faults = [];
    this.tokensExpired = false;
  }

  /** Every token is rejected with 401 from now on. */
  expireTokens(): void {
    this.tokensExpired = true;
  }

  /** The lines of the calls so far, and forgets them. */
  takeCalls(): RecordedCall[] {
    return this.calls.splice(0);
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.baseUrl);
    const line = `${request.method} ${url.pathname.replace(/^\/api/, '')}${url.search}`;
    const body = await readWireBody(request);
    const path = url.pathname.startsWith('/api/') ? url.pathname.slice('/api'.length) : '';
    const call = findCall(request.method, path);
    if (!call) return this.reject(line, ['is not a call of the wire contract'], response);

    const query = Object.fromEntries(url.searchParams);
    const id = Number(/\/(\d+)(?=\/|$)/.exec(path)?.[1] ?? 0);
    const form =
      'fields' in body && body.encoding !== 'json' ? singleValues(body.fields) : undefined;
    const values = form?.values ?? (body.encoding === 'json' ? body.fields : {});
    this.calls.push({
      name: call.name,
      line,
      encoding: body.encoding,
      values: Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, describe(value)]),
      ),
    });

    response.on('close', () => {
      if (!response.writableFinished) this.abandoned.push(call.name);
    });
    const problems = [
      // It has sent no ETag to match.
      ...(request.headers['if-match'] === undefined ? [] : ['If-Match']),
      ...(form?.problems ?? []),
      ...checkAuthorization(call, request.headers.authorization),
      ...(url.searchParams.size === Object.keys(query).length
        ? []
        : ['a query parameter is there twice']),
      ...checkFields(query, call.query ?? {}, undefined).map((problem) => `query: ${problem}`),
      ...checkEncoding(call, body.encoding),
      ...checkFields(values, call.body ?? {}, this.stored(call.name, id)).map(
        (problem) => `body: ${problem}`,
      ),
      ...checkTogether(call.name, values, this.stored(call.name, id)),
    ];
    if (problems.length > 0) return this.reject(line, problems, response);
    await this.answer({ name: call.name, id, query, values }, call.open === true, response);
  }

  private async answer(call: AcceptedCall, open: boolean, response: ServerResponse): Promise<void> {
    const fault = this.faults.find((entry) => entry.call === call.name)?.fault;
    if (fault && (await answerFault(fault, response))) return;
    const { status, body } =
      this.tokensExpired && !open
        ? { status: 401, body: { detail: 'Could not validate credentials' } }
        : answerCall(this.data, call);
    sendJson(response, status, body);
  }

  private reject(line: string, problems: readonly string[], response: ServerResponse): void {
    this.violations.push(`${line}: ${problems.join('; ')}`);
    const detail = `Outside of the wire contract: ${problems.join('; ')}`;
    sendJson(response, 400, { detail });
  }

  private stored(name: CallName, id: number): Row | undefined {
    const table = TABLES.find(([word]) => name === `update${word}`)?.[1];
    return table && this.data[table].find((row) => row.id === id);
  }
}

function checkAuthorization(call: Call, header: string | undefined): string[] {
  if (call.open)
    return header === undefined ? [] : [`Authorization without a stored token: ${header}`];
  return /^Bearer token-of-\S+@\S+$/.test(header ?? '')
    ? []
    : [`Authorization is ${header ?? 'missing'}`];
}

function checkEncoding(call: Call, encoding: string): string[] {
  const allowed: readonly string[] = call.encodings ?? ['none'];
  return allowed.includes(encoding) ? [] : [`body is ${encoding}, must be ${allowed.join(' or ')}`];
}

const IMAGES = ['image', 'flag', 'country_flag'];

/** Rules about more than one field. */
function checkTogether(
  name: CallName,
  values: Readonly<Record<string, unknown>>,
  stored: Row | undefined,
): string[] {
  if (name === 'inviteUser' && values.role !== 'building_manager' && !('apartment_id' in values)) {
    return ['apartment_id is required for this role'];
  }
  if (name !== 'updateCondo') return [];
  return IMAGES.flatMap((image) => {
    const removed = `remove_${image}` in values;
    if (removed !== `${image}_url` in values)
      return [`remove_${image} and ${image}_url go together`];
    if (removed && image in values) return [`${image} is both removed and sent`];
    if (removed && !stored?.[`${image}_url`]) return [`there is no ${image} to remove`];
    return [];
  });
}

function describe(value: unknown): unknown {
  return value instanceof File ? `${value.name} (${value.type}, ${value.size} bytes)` : value;
}
