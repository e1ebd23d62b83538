import { AppError } from '~/lib/app-error';
import { readErrorResponse } from '~/upstream/error-response';
import type { Upstream, UpstreamCall } from '~/upstream/upstream.server';
import { formOf } from './form-stream';

/** One call as it left the panel; a multipart body as plain entries, its files as they are. */
export interface StubCall {
  method: string;
  path: string;
  query: Readonly<Record<string, string | number | undefined>>;
  json: unknown;
  form: Record<string, FormDataEntryValue> | undefined;
  headers: Readonly<Record<string, string>>;
}

/** Answers one call: JSON with 200, or an error. */
export type Answer = (call: StubCall) => StubAnswer | Promise<StubAnswer>;
export type StubAnswer = { body: unknown; etag?: string } | { status: number; body?: unknown };

/** An API client for an API inside the test. Calls without an answer get a 404 with a detail that says so. */
export class StubApi {
  calls: StubCall[] = [];
  private answers = new Map<string, Answer>();

  /** `on('GET /admin/condos/7', () => ({ body: {...} }))`; the latest answer for a call wins. */
  on(call: string, answer: Answer): this {
    this.answers.set(call, answer);
    return this;
  }

  reset(): void {
    this.calls = [];
    this.answers.clear();
  }

  /** The calls of one kind, in order. */
  made(call: string): StubCall[] {
    return this.calls.filter(({ method, path }) => `${method} ${path}` === call);
  }

  readonly upstream: Upstream = { call: (call) => this.answer(call) };

  private async answer(sent: UpstreamCall): Promise<Response> {
    const { method, path, query = {}, json, headers = {} } = sent;
    const form = sent.form && Object.fromEntries(formOf(sent.form));
    const call = { method, path, query, json, form, headers };
    this.calls.push(call);
    const name = `${method} ${path}`;
    const answer = await this.answers.get(name)?.(call);
    const { status = 200, body, etag } = toErrorOrAnswer(answer, name);
    if (status < 400) return Response.json(body ?? {}, { headers: etag ? { etag } : {} });
    throw new AppError({ status, ...readErrorResponse(JSON.stringify(body ?? {})) });
  }
}

function toErrorOrAnswer(
  answer: StubAnswer | undefined,
  name: string,
): { status?: number; body?: unknown; etag?: string } {
  return answer ?? { status: 404, body: { detail: `The stub has no answer to ${name}` } };
}
