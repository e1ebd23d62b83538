/** Parses a JSON text; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Lenient readers for responses of any API that follows the wire contract
 * (docs/behaviour/wire-contract.md). Unknown fields are ignored, and a missing or unreadable one is null,
 * so that one record never breaks a list. They are plain functions, fast enough for lists of 10,000
 * buildings in the browser.
 */

/** An object of an answer or an input, before its values are read. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

/** This folder imports no texts. The catalogues find those of tables with this ending. */
const ERROR_LABELS = { unreadable: 'The server sent a response that could not be read' };

export class UnreadableAnswerError extends Error {
  constructor() {
    super(ERROR_LABELS.unreadable);
    this.name = 'UnreadableAnswerError';
  }
}

function isObject(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The values of an object; none for anything else. */
export function fieldsOf(value: unknown): UnknownRecord {
  return isObject(value) ? value : {};
}

/** One record of a response: the object itself, or the one inside {data: {...}}. */
export function readRecord(answer: unknown): UnknownRecord {
  if (!isObject(answer)) throw new UnreadableAnswerError();
  return isObject(answer.data) && !('id' in answer) ? answer.data : answer;
}

/** Reads a list response: a plain array or {data: [...]}. Entries that are not objects are dropped. */
export function readList<T>(answer: unknown, readItem: (fields: UnknownRecord) => T): T[] {
  const list = Array.isArray(answer) ? answer : isObject(answer) ? answer.data : undefined;
  if (!Array.isArray(list)) throw new UnreadableAnswerError();
  return list.filter(isObject).map((fields) => readItem(fields));
}

/** Reads a text. Numbers are converted to text; anything else is null. */
export function readText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}

/** Reads a number, also from a numeric text ("82.50", as PostgreSQL's numeric often arrives). */
export function readNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

export function readId(value: unknown): number | null {
  const number = readNumber(value);
  return number !== null && Number.isSafeInteger(number) ? number : null;
}

/** Reads true or false, also from a text or from 1 and 0. Not for access control. */
export function readBoolean(value: unknown): boolean | null {
  if (value === true || value === 1 || value === 'true') return true;
  return value === false || value === 0 || value === 'false' ? false : null;
}
