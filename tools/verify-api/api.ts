import { fieldsOf, parseJson } from '~/fields/reading';
import { recordTag } from '~/rpc/versioned';
import type { z } from '~/fields/zod';
import { compare } from './conformity';

const TIMEOUT_MS = 30_000;

/** A call and its problems, each with its path in the answer. */
export interface Finding {
  call: string;
  status: number | null;
  problems: readonly string[];
}

interface Call {
  body?: object;
  token?: string | null;
  statuses?: readonly number[];
  /** Schema of the JSON. Without one a successful answer is a file. */
  schema?: z.ZodType | undefined;
  check?: (json: unknown) => readonly string[];
  /** True for a record that is read before a change, whose ETag is checked. */
  isVersioned?: boolean | undefined;
}

/** The API to verify. It is called as the panel calls it, and each call adds a finding. */
export class Api {
  readonly findings: Finding[] = [];
  token: string | null = null;
  /** ETags of the records that were read, by path. */
  private readonly tags = new Map<string, string>();

  constructor(private readonly baseUrl: string) {}

  /** Resolves to the JSON of the answer, or to undefined after a problem. */
  async call(path: string, { body, token = this.token, ...expected }: Call): Promise<unknown> {
    const method = body ? 'POST' : 'GET';
    const finding: Finding = { call: `${method} ${path}`, status: null, problems: [] };
    this.findings.push(finding);
    const headers = new Headers(body && { 'content-type': 'application/json' });
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    if (expected.isVersioned) headers.set('accept-encoding', 'identity');
    try {
      const response = await fetch(this.baseUrl + path, {
        method,
        headers,
        body: body ? JSON.stringify(body) : null,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      finding.status = response.status;
      const json = parseJson(await response.text());
      finding.problems = [
        ...problemsOf(response, json, expected),
        ...(expected.isVersioned && response.ok ? this.tagProblems(path, response) : []),
      ];
      return finding.problems.length > 0 ? undefined : json;
    } catch (failure) {
      // The code of the cause says why a fetch failed.
      const reason = fieldsOf(fieldsOf(failure).cause).code ?? failure;
      finding.problems = [`answer: ${String(reason)}`];
      return undefined;
    }
  }

  /**
   * Problems of an ETag. The panel can use strong tags without an appended encoding, which stay the same as
   * long as the record does.
   */
  private tagProblems(path: string, { headers }: Response): readonly string[] {
    const tag = headers.get('etag');
    if (tag === null) return [];
    const before = this.tags.get(path) ?? tag;
    this.tags.set(path, tag);
    if (recordTag(tag) !== tag)
      return [`ETag: expected a strong tag without an encoding, not ${tag}`];
    return before === tag
      ? []
      : [`ETag: expected ${before} again for an unchanged record, not ${tag}`];
  }

  async rejectsStrangers(path: string): Promise<void> {
    await this.call(path, { token: null, statuses: [401] });
    await this.call(path, { token: 'not-a-token-of-this-api', statuses: [401] });
  }
}

function problemsOf({ status, headers }: Response, json: unknown, call: Call): readonly string[] {
  const { statuses = [200], schema, check } = call;
  if (!statuses.includes(status)) return [`status: expected ${statuses.join(' or ')}`];
  const type = headers.get('content-type') ?? '';
  const isFile = status >= 400 || !type.includes('html');
  if (schema ? json === undefined : !isFile) return [`body: expected JSON or a file, not ${type}`];
  // A list may also have the form {data: [...]}.
  const { data = json } = schema?.type === 'array' ? fieldsOf(json) : {};
  const problems = schema ? compare(schema, data) : [];
  return problems.length > 0 ? problems : (check?.(json) ?? []);
}
