/** Parses a JSON text; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Lenient readers for responses of any API that follows the wire contract (docs/behaviour/wire-contract.md).
 * Unknown fields are ignored, and a missing or unreadable one is null, so that one record never breaks a
 * list. They are plain functions, without the schema library: the browser reads lists of 10,000 buildings
 * with them.
 */

/** Names and unknown values of an answer or an input. Not the field table of an entity (fields.ts). */
export type Fields = Readonly<Record<string, unknown>>;

export class UnreadableAnswerError extends Error {
  constructor() {
    super('The server sent a response that could not be read');
    this.name = 'UnreadableAnswerError';
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of one object, or of nothing where there is no object. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** One record of a response: the object itself, or the one inside {data: {...}}. */
export function readRecord(answer: unknown): Fields {
  if (!isFields(answer)) throw new UnreadableAnswerError();
  return isFields(answer.data) && !('id' in answer) ? answer.data : answer;
}

/** A list response: a plain array or {data: [...]}. Entries that are not objects are dropped. */
export function readList<T>(answer: unknown, readItem: (fields: Fields) => T): T[] {
  const list = Array.isArray(answer) ? answer : isFields(answer) ? answer.data : undefined;
  if (!Array.isArray(list)) throw new UnreadableAnswerError();
  return list.filter(isFields).map((fields) => readItem(fields));
}

/** A text; numbers are shown as they are, anything else is null. */
export function readText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}

/** A number, also from a numeric text ("82.50", as PostgreSQL's numeric often arrives). */
export function readNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

export function readId(value: unknown): number | null {
  const number = readNumber(value);
  return number !== null && Number.isSafeInteger(number) ? number : null;
}

/** True or false, also as a text or as 1 and 0. Not for access control. */
export function readBoolean(value: unknown): boolean | null {
  if (value === true || value === 1 || value === 'true') return true;
  return value === false || value === 0 || value === 'false' ? false : null;
}
