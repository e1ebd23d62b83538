import type { Asks } from '~/accounts/rights';
import { INTEGER_MAX } from '~/fields/limits';
import type { z as Zod } from '~/fields/zod';
import { z } from '~/fields/zod';
import type { PlainCode } from '~/language/sentence';

/**
 * One call of the API as plain data, from which everything else about the call is derived
 * (docs/architecture.md, "A call is declared once").
 */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Right that the call needs. The embedded API rejects callers without it. */
  asks: Asks;
  /**
   * Path below the group's base; if missing, the base itself. A name in braces is the id of a record unless
   * `params` declares another type.
   */
  path?: string;
  summary: string;
  description?: string;
  /** Callers besides administrators: anyone without a token, or anyone with a token. */
  access?: 'anyone' | 'session';
  /** Types of those parts of the path that are no ids. */
  params?: Readonly<Record<string, Zod.ZodType>>;
  query?: Zod.ZodObject;
  body?: Zod.ZodType;
  /** A form with files, or JSON, instead of a JSON body. Its bytes pass through the panel's server unread. */
  form?: Zod.ZodObject;
  /** Set if the form is never JSON, and the handler reads all of it. */
  isFormOnly?: true;
  files?: Readonly<Record<string, string>>;
  /** The successful answer. Without one the status is 204. */
  answer?: Zod.ZodType;
  /** Media type of an answer that is a file instead of JSON. */
  fileType?: string;
  /** Set if the wire contract promises this change's answer, so that the browser reads all of it. */
  isAnswered?: true;
  /** Set if the call creates a record: the status is 201 instead of 200. */
  isCreated?: true;
  /** Set for a list with its own ETag, which the API sends as finished text. */
  isList?: true;
  /** Set if the answer or the change has the version of a record (docs/behaviour/forms.md). */
  isVersioned?: true;
  /** Set if the panel sends an Idempotency-Key, so that a repeated call changes something only once. */
  isKeyed?: true;
  /** Set if the panel answers 204 when an external API lacks the call. */
  isOptional?: true;
  /**
   * Set if nothing changes although the method is not GET. The call is aborted when the browser
   * disconnects.
   */
  isRead?: true;
  /** Further error statuses, in addition to those that follow from the rest of the call. */
  errors?: readonly number[];
}

/** Calls with the same base path. */
export interface CallGroup {
  base: string;
  /** Heading in the API's description. */
  tag: string;
  /**
   * Set for calls of the embedded API only. With an external API the panel answers 404 with this sentence.
   */
  embedded?: PlainCode;
  calls: Readonly<Record<string, Call>>;
}

export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.int().max(INTEGER_MAX))
  .meta({ type: 'integer', description: 'Id of the record', example: 1 });

export type PathOf<C> = C extends { path: infer Path extends string } ? Path : '/';

export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

type Params<C extends Call> = {
  [Name in PathNames<PathOf<C>>]: C extends { params: Readonly<Record<Name, infer Schema>> }
    ? Zod.output<Schema>
    : number;
};
/** Type of the query. It includes defaults, since the panel's server adds none. */
type QueryOf<C> = C extends { query: infer Schema extends Zod.ZodType }
  ? { query: Zod.output<Schema> }
  : unknown;
type BodyOf<C> = C extends { body: infer Schema extends Zod.ZodType }
  ? { body: Zod.input<Schema> }
  : unknown;

/**
 * Type of a call's input in the panel: the parts of its path by name, then `query`, `body`, `version`,
 * `key`.
 */
export type InputOf<C extends Call> = Params<C> &
  QueryOf<C> &
  BodyOf<C> &
  (C extends { isVersioned: true; method: 'PUT' | 'POST' } ? { version: string | null } : unknown) &
  (C extends { isKeyed: true } ? { key: string } : unknown);

export type AnswerOf<C extends Call> = C extends { answer: infer Schema extends Zod.ZodType }
  ? Zod.output<Schema>
  : null;
