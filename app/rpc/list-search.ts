import type { SearchSchemaInput } from '@tanstack/react-router';
import type { Fields } from '~/fields/fields';
import { filtersOf, type Filter, type FilterParam } from '~/fields/filters';
import { INTEGER_MAX } from '~/fields/limits';
import { readId, readNumber, readText } from '~/fields/reading';
import { dayInUtc, isTenancyDay } from '~/fields/calendar-day';

/** Reads a search param from the URL. An absent or unreadable one gets its default. */
export type Param<T> = (raw: unknown) => T;

/** A text as typed. Empty means no filter. */
export const textParam: Param<string> = (raw) => readText(raw) ?? '';

const numberParam: Param<string> = (raw) => String(readNumber(raw) ?? '');

/** A date without the year 0, which PostgreSQL rejects. */
const DAY = /^(?!0000)\d{4}-\d{2}-\d{2}$/;

/** An existing calendar date, YYYY-MM-DD, or empty. A date input accepts nothing else. */
export const dayParam: Param<string> = (raw) =>
  typeof raw === 'string' && DAY.test(raw) && dayInUtc(raw) ? raw : '';

/** A day in the years that a tenancy may have, or empty. */
export const tenancyDayParam: Param<string> = (raw) => {
  const day = dayParam(raw);
  return isTenancyDay(day) ? day : '';
};

/** Params of a list's filters, each as a text. Empty means no filter. */
export function filterParams<T extends Fields>(fields: T): Record<FilterParam<T>, Param<string>>;
export function filterParams(fields: Fields): Record<string, Param<string>> {
  return Object.fromEntries(filtersOf(fields).map((one) => [one.param, paramOf(one)]));
}

function paramOf({ kind, options }: Filter): Param<string> {
  if (kind === 'choice') return wordParam([...options, ''], '');
  if (kind === 'number') return numberParam;
  return kind === 'date' ? dayParam : textParam;
}

export const idParam: Param<number | null> = (raw) => {
  const id = readId(raw);
  return id !== null && id >= 1 ? Math.min(id, INTEGER_MAX) : null;
};

/** A page, counted from 1. A number past the end is kept; the list then shows its last page. */
export const pageParam: Param<number> = (raw) => idParam(raw) ?? 1;

export function wordParam<const Word extends string>(
  words: readonly Word[],
  initial: Word,
): Param<Word> {
  return (raw) => words.find((word) => word === raw) ?? initial;
}

type Params = Readonly<Record<string, Param<unknown>>>;
export type ValuesOf<P extends Params> = { -readonly [Name in keyof P]: ReturnType<P[Name]> };
type Untrusted<P extends Params> = { [Name in keyof P]?: unknown };

interface Search<P extends Params> {
  /**
   * Reads the URL's params. Unknown ones are dropped, unreadable ones count as absent. Loaders call it
   * again, since the router adds the unknown params to the validated ones.
   */
  read: (raw: Untrusted<P>) => ValuesOf<P>;
  /** `read` for `validateSearch`. SearchSchemaInput makes every param optional in links. */
  validate: (raw: Untrusted<P> & SearchSchemaInput) => ValuesOf<P>;
  /** Values that are left out of the URL. */
  defaults: ValuesOf<P>;
}

/** Defines a list's search params by plain functions. The server validates them by the contract. */
export function defineSearch<const P extends Params>(params: P): Search<P>;
export function defineSearch(params: Params): Search<Params> {
  const read = (raw: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(params).map(([name, param]) => [name, param(raw[name])]));
  return { read, validate: read, defaults: read({}) };
}
