import { mapNames } from '~/fields/fields';
import { fieldsOf, parseJson, readNumber } from '~/fields/reading';
import { z } from '~/fields/zod';
import { recordTag } from '~/rpc/versioned';

const TIMEOUT_MS = 30_000;
/** Fields with an id. The panel needs ids, but of an invitation's building and apartment only the names. */
const IS_ID = /(?<!\.(condo|apartment))[._]id$/;
/** Fields for which the panel has a default, in addition to numbers, booleans and instants. */
const HAS_DEFAULT = /\.(status|condo_associations|userRegistrationsByMonth)$/;

interface Call {
  body?: object;
  token?: string | null;
  statuses?: readonly number[];
  /** Schema of the JSON. Without one a successful answer is a file. */
  schema?: z.ZodType | undefined;
  check?: (json: unknown) => readonly string[];
  /** ETag of a record at its first reading, null for that reading. Without it the ETag is not checked. */
  tag?: string | null | undefined;
}

/** The API to verify. It is called as the panel calls it. */
export class Api {
  /** Each call with its problems, which begin with their path in the answer. */
  readonly findings: Array<{ call: string; status: number | null; problems: string[] }> = [];
  token: string | null = null;

  constructor(private readonly baseUrl: string) {}

  /** Adds a finding. Resolves to the answer, or to undefined after a problem. */
  async call(path: string, { body, token = this.token, ...expected }: Call) {
    const method = body ? 'POST' : 'GET';
    const headers = new Headers(body && { 'content-type': 'application/json' });
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    if (expected.tag !== undefined) headers.set('accept-encoding', 'identity');
    let status: number | null = null;
    const problems: string[] = [];
    try {
      const response = await fetch(this.baseUrl + path, {
        method,
        headers,
        body: body ? JSON.stringify(body) : null,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      ({ status } = response);
      const json = parseJson(await response.text());
      problems.push(...problemsOf(response, json, expected));
      return problems.length > 0 ? undefined : { json, tag: response.headers.get('etag') };
    } catch (failure) {
      // The code of the cause says why a fetch failed.
      const reason = fieldsOf(fieldsOf(failure).cause).code ?? failure;
      problems.push(`answer: ${String(reason)}`);
      return undefined;
    } finally {
      this.findings.push({ call: `${method} ${path}`, status, problems });
    }
  }

  async rejectsStrangers(path: string): Promise<void> {
    await this.call(path, { token: null, statuses: [401] });
    await this.call(path, { token: 'not-a-token-of-this-api', statuses: [401] });
  }
}

function problemsOf({ status, ok, headers }: Response, json: unknown, call: Call): string[] {
  const { statuses = [200], schema, check, tag } = call;
  if (!statuses.includes(status)) return [`status: expected ${statuses.join(' or ')}`];
  const type = headers.get('content-type') ?? '';
  const isFile = !ok || !type.includes('html');
  if (schema ? json === undefined : !isFile) return [`body: expected JSON or a file, not ${type}`];
  // A list may also have the form {data: [...]}.
  const { data = json } = schema?.type === 'array' ? fieldsOf(json) : {};
  const problems = schema ? compare(schema, data) : [];
  return [
    ...(problems.length > 0 ? problems : (check?.(json) ?? [])),
    ...(tag === undefined ? [] : tagProblems(headers.get('etag'), tag)),
  ];
}

/** The panel can use strong tags without an encoding, which stay the same as long as the record does. */
function tagProblems(tag: string | null, first: string | null): string[] {
  if (tag === null || tag === (first ?? recordTag(tag))) return [];
  const again = first && `${first} again for an unchanged record`;
  return [`ETag: expected ${again ?? 'a strong tag without an encoding'}, not ${tag}`];
}

/** Compares an answer with its schema. Each problem is reported once, even if many records have it. */
function compare(schema: z.ZodType, answer: unknown): string[] {
  const { issues } = z.safeParse(asRead(schema), answer).error ?? { issues: [] };
  const problems = issues.map(({ path, message }) => {
    const steps = path.map((step) => (typeof step === 'number' ? '*' : String(step)));
    return `${steps.join('.') || 'body'}: ${message}`;
  });
  return [...new Set(problems)];
}

/** The schema as the panel reads it: numbers may be texts, and fields with a default may be missing. */
function asRead(schema: z.core.$ZodType, path = ''): z.core.$ZodType {
  if (schema instanceof z.ZodNullable) return z.nullish(asRead(schema.unwrap(), path));
  if (schema instanceof z.ZodObject) {
    const shape: z.core.$ZodShape = schema.shape;
    const readField = (name: string) => asRead(shape[name] ?? z.any(), `${path}.${name}`);
    return z.object(mapNames(Object.keys(shape), readField));
  }
  if (schema instanceof z.ZodNumber && !IS_ID.test(path)) {
    return z.nullish(z.preprocess((value) => readNumber(value) ?? value, schema));
  }
  const read = schema instanceof z.ZodArray ? z.array(asRead(schema.element, path)) : schema;
  const isDefaulted = schema instanceof z.ZodBoolean || schema instanceof z.ZodISODateTime;
  return isDefaulted || HAS_DEFAULT.test(path) ? z.nullish(read) : read;
}
