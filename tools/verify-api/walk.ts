import { apiErrorSchema } from '~/contract/error';
import { fieldsOf, readId, readText } from '~/contract/reading';
import type { z } from '~/contract/zod';
import { send, type ApiAnswer, type ApiRequest } from './client';
import { compare, describeValue } from './conformity';
import type { Finding, Problem } from './report';
import { parseJson } from '~/lib/parse-json';

/** The expected response of a call. */
export interface Expectation {
  purpose: string;
  /** Statuses that conform; "2xx" is any success. */
  status: readonly number[] | '2xx';
  /** The body's schema; a list may also be {data: [...]}. Without one the body is not read. */
  schema?: z.ZodType;
  /** Rules beyond the schema, checked when it is valid. */
  check?: Check;
}

export type Check = (json: unknown, answer: ApiAnswer) => Problem[];

type Call = Omit<ApiRequest, 'token'> & { token?: string | null };

const STRANGERS = [
  ['401 without a token', null],
  ['401 with a wrong token', 'not-a-token-of-this-api'],
] as const;

/** Makes the calls one after another and records a finding for each. */
export class Walk {
  readonly findings: Finding[] = [];
  readonly baseUrl: string;
  /** The bearer token, once signed in. */
  token: string | null = null;

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  /** Makes a call and checks it. Resolves to the body where everything was valid or tolerable, else undefined. */
  async call(call: Call, expectation: Expectation): Promise<unknown> {
    const answer = await send(this.baseUrl, { token: this.token, ...call });
    if ('reason' in answer) {
      this.keep(call, expectation.purpose, null, [error('answer', 'an answer', answer.reason)]);
      return undefined;
    }
    const { problems, json } = checkAnswer(answer, expectation);
    this.keep(call, expectation.purpose, answer.status, problems);
    return problems.some(({ severity }) => severity === 'error') ? undefined : (json ?? null);
  }

  /** Reads what has to be there; else as `call`. */
  read(path: string, purpose: string, more: Omit<Expectation, 'purpose' | 'status'>) {
    return this.call({ method: 'GET', path }, { purpose, status: [200], ...more });
  }

  /** Reads with no token and with a wrong one: both 401. */
  async rejectsStrangers(path: string): Promise<void> {
    for (const [purpose, token] of STRANGERS) {
      await this.call({ method: 'GET', path, token }, { purpose, status: [401] });
    }
  }

  /** Says why nothing could be read. */
  skip(path: string, purpose: string, reason: string): void {
    const result = { outcome: 'skipped', status: null, reason } as const;
    this.findings.push({ method: 'GET', path, purpose, problems: [], ...result });
  }

  private keep(
    { method, path }: Call,
    purpose: string,
    status: number | null,
    problems: Problem[],
  ): void {
    const failed = problems.some(({ severity }) => severity === 'error');
    const outcome = failed ? 'failed' : problems.length > 0 ? 'warning' : 'conforms';
    this.findings.push({ method, path, purpose, outcome, status, problems });
  }
}

export function error(path: string, expected: string, found: string): Problem {
  return { severity: 'error', path, expected, found };
}

/** An error unless that is so. */
export function errorUnless(
  isRight: boolean,
  path: string,
  expected: string,
  found: string,
): Problem[] {
  return isRight ? [] : [error(path, expected, found)];
}

export function warning(path: string, expected: string, found: string): Problem {
  return { severity: 'warning', path, expected, found };
}

function checkAnswer(
  answer: ApiAnswer,
  expectation: Expectation,
): { problems: Problem[]; json: unknown } {
  const { status, schema, check } = expectation;
  const json = parseJson(answer.text);
  const isSuccess = answer.status >= 200 && answer.status < 300;
  const right = status === '2xx' ? isSuccess : status.includes(answer.status);
  if (!right) {
    const expected = status === '2xx' ? 'a success (2xx)' : status.join(' or ');
    return { problems: [error('status', expected, foundStatus(answer, json))], json };
  }
  if (answer.status >= 400) return { problems: checkErrorResponse(answer, json), json };
  if (!schema) return { problems: check?.(json, answer) ?? [], json };
  if (json === undefined) {
    return { problems: [error('body', 'JSON', foundBody(answer))], json };
  }
  const record = unwrap(schema, json);
  const problems = compare(schema, record);
  if (!problems.some(({ severity }) => severity === 'error')) {
    problems.push(...(check?.(record, answer) ?? []));
  }
  return { problems, json: record };
}

/** The panel shows `detail`; without one it only has its own text. */
function checkErrorResponse(answer: ApiAnswer, json: unknown): Problem[] {
  if (json === undefined) {
    return [warning('body', 'JSON with a detail', foundBody(answer))];
  }
  const { detail } = fieldsOf(json);
  // FastAPI's lists of invalid fields are read too.
  if (Array.isArray(detail)) return [];
  return compare(apiErrorSchema.pick({ detail: true }), json).map(({ path, expected, found }) =>
    warning(path, expected, found),
  );
}

/** Where a list is expected, {data: [...]} counts as one. */
function unwrap(schema: z.ZodType, json: unknown): unknown {
  const { data } = fieldsOf(json);
  return schema.type === 'array' && Array.isArray(data) ? data : json;
}

function foundStatus({ status, text }: ApiAnswer, json: unknown): string {
  const detail = readText(fieldsOf(json).detail) ?? readText(fieldsOf(json).message);
  if (detail !== null) return `${status} ${describeValue(detail)}`;
  return text === '' ? String(status) : `${status} ${describeValue(text)}`;
}

function foundBody({ type, text }: ApiAnswer): string {
  return `${type === '' ? 'no content type' : type}: ${text === '' ? 'nothing' : describeValue(text)}`;
}

/** The records of a list response. */
export function recordsOf(json: unknown): Array<Readonly<Record<string, unknown>>> {
  return Array.isArray(json) ? json.map(fieldsOf) : [];
}

export function idOf(record: unknown): number | null {
  return readId(fieldsOf(record).id);
}
