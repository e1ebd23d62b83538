import type { Asks } from '~/accounts/rights';
import { INTEGER_MAX } from '~/fields/limits';
import type { z as Zod } from '~/fields/zod';
import { z } from '~/fields/zod';
import type { PlainCode } from '~/language/sentence';

/**
 * One call of the API as plain data: everything else about the call is derived from it
 * (docs/architecture.md, "A call is declared once").
 */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Rights that the call asks for: the embedded API rejects everybody else. */
  asks: Asks;
  /**
   * Path below the group's base; without it the call is at the base. A name in braces is the id of a record
   * unless `params` declares another type.
   */
  path?: string;
  summary: string;
  description?: string;
  /** The callers besides administrators: anyone, without a token, or anyone who has a token. */
  access?: 'anyone' | 'session';
  /** Parts of the path that are no ids. */
  params?: Readonly<Record<string, Zod.ZodType>>;
  query?: Zod.ZodObject;
  body?: Zod.ZodType;
  /** Instead of a JSON body a form with files, or JSON; its bytes pass through the panel's server unread. */
  form?: Zod.ZodObject;
  /** The form is never JSON, and the handler reads all of it. */
  isFormOnly?: true;
  files?: Readonly<Record<string, string>>;
  /** The successful answer; without one it is 204. */
  answer?: Zod.ZodType;
  /** The answer is a file of this media type, not JSON. */
  fileType?: string;
  /** The wire contract promises what this change answers, so the browser reads all of it. */
  isAnswered?: true;
  /** A record is new: 201 instead of 200. */
  isCreated?: true;
  /** The answer is a list with an ETag of its own, which the API sends as finished text. */
  isList?: true;
  /** The answer, or the change, carries the version of a record (docs/behaviour/forms.md). */
  isVersioned?: true;
  /** The panel makes up a key, the Idempotency-Key: sent again with it, the change happens once. */
  isKeyed?: true;
  /** If an external API lacks the call, the panel answers 204: there is nothing to do. */
  isOptional?: true;
  /** Nothing changes although the method is not GET: the call is aborted when the browser leaves. */
  isRead?: true;
  /** Error statuses besides those that follow from the rest of the call. */
  errors?: readonly number[];
}

/** The calls below one address. */
export interface CallGroup {
  base: string;
  /** The heading in the API's description. */
  tag: string;
  /** Only the embedded API has these calls; with an external one the panel answers 404 with this sentence. */
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
/** The query including defaults: the panel's server adds none. */
type QueryOf<C> = C extends { query: infer Schema extends Zod.ZodType }
  ? { query: Zod.output<Schema> }
  : unknown;
type BodyOf<C> = C extends { body: infer Schema extends Zod.ZodType }
  ? { body: Zod.input<Schema> }
  : unknown;

/** A call's input in the panel: the parts of its path by name, then `query`, `body`, `version`, `key`. */
export type InputOf<C extends Call> = Params<C> &
  QueryOf<C> &
  BodyOf<C> &
  (C extends { isVersioned: true; method: 'PUT' | 'POST' } ? { version: string | null } : unknown) &
  (C extends { isKeyed: true } ? { key: string } : unknown);

export type AnswerOf<C extends Call> = C extends { answer: infer Schema extends Zod.ZodType }
  ? Zod.output<Schema>
  : null;
