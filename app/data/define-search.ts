import type { SearchSchemaInput } from '@tanstack/react-router';
import { INTEGER_MAX } from '~/contract/limits';
import { readId, readText } from '~/contract/reading';

/** One search param: how it is read from the URL, and its default. */
export interface Param<T> {
  read: (raw: unknown) => T;
  initial: T;
}

/** A text as typed; empty means no filter. */
export const textParam: Param<string> = { read: (raw) => readText(raw) ?? '', initial: '' };

/** The id of a record, or null. */
export const idParam: Param<number | null> = { read: positiveId, initial: null };

/** A page, counted from 1. One past the last is kept: the list then goes to the last page there is. */
export const pageParam: Param<number> = { read: (raw) => positiveId(raw) ?? 1, initial: 1 };

/** One of a few values. */
export function wordParam<const Word extends string>(
  words: readonly Word[],
  initial: Word,
): Param<Word> {
  return { read: (raw) => words.find((word) => word === raw) ?? initial, initial };
}

function positiveId(raw: unknown): number | null {
  const id = readId(raw);
  return id !== null && id >= 1 ? Math.min(id, INTEGER_MAX) : null;
}

type Params = Readonly<Record<string, Param<unknown>>>;
type ValuesOf<P extends Params> = { -readonly [Name in keyof P]: ReturnType<P[Name]['read']> };
type Untrusted<P extends Params> = { [Name in keyof P]?: unknown };

export interface Search<P extends Params> {
  /** Reads the URL's params: unknown ones are dropped, unreadable ones are as if absent. */
  read: (raw: Untrusted<P>) => ValuesOf<P>;
  /** The same for `validateSearch`; SearchSchemaInput makes every param optional in links. */
  validate: (raw: Untrusted<P> & SearchSchemaInput) => ValuesOf<P>;
  /** What is not written to the URL. */
  defaults: ValuesOf<P>;
}

/**
 * The search params of a list: reader, defaults and the type of links from one definition. Plain functions, since the
 * schema library is not in a list's first download; the server function checks the same query by the contract.
 */
export function defineSearch<const P extends Params>(params: P): Search<P>;
export function defineSearch(params: Params): Search<Params> {
  const names = Object.keys(params);
  const read = (raw: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, params[name]?.read(raw[name])]));
  return { read, validate: read, defaults: read({}) };
}
