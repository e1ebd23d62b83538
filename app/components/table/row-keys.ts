import { useState } from 'react';

/** A row of a table, or what a card shows. */
interface Identified {
  id: string | number | null;
}

/** The keys of a list's rows, by position, and what they were made for. */
export interface RowKeys {
  rows: readonly Identified[];
  question: unknown;
  keys: readonly string[];
  /** How many keys were made that are no row's id. */
  made: number;
}

interface Listed {
  rows: readonly Identified[];
  /** What the rows answer: their order and filters. The same value for the same question. */
  question: unknown;
  /** The id of the element around the rows. */
  listId: string;
}

/**
 * React's keys of a list's rows. Where the same question has another answer, each row keeps its element. Another question's rows take the
 * elements that are there, by position: texts change in place, which costs a third of new or moved elements. A row with the focus keeps
 * its own in any case. For rows without a state of their own.
 */
export function useRowKeys({ rows, question, listId }: Listed): readonly string[] {
  const [before, setBefore] = useState(() => firstKeys(rows, question));
  if (before.rows === rows) return before.keys;
  const next = keysAfter(before, rows, question, focusedPosition(listId));
  setBefore(next);
  return next.keys;
}

export function firstKeys(rows: readonly Identified[], question: unknown): RowKeys {
  return { rows, question, keys: rows.map(({ id }, at) => `of ${id ?? `at ${at}`}`), made: 0 };
}

/** `focused` is the position of the row with the focus among the rows before; -1 for none. */
export function keysAfter(
  before: RowKeys,
  rows: readonly Identified[],
  question: unknown,
  focused: number,
): RowKeys {
  let { made } = before;
  const make = () => `made ${(made += 1)}`;
  const isSame = question === before.question;
  const keys = isSame ? byId(before, rows, make) : byPosition(before, rows, focused, make);
  return { rows, question, keys, made };
}

function byId(before: RowKeys, rows: readonly Identified[], make: () => string): string[] {
  const known = new Map(before.rows.map(({ id }, position) => [id, before.keys[position]]));
  return rows.map(({ id }) => (id === null ? null : known.get(id)) ?? make());
}

function byPosition(
  before: RowKeys,
  rows: readonly Identified[],
  focused: number,
  make: () => string,
): string[] {
  const keys = rows.map((_, position) => before.keys[position] ?? make());
  const key = before.keys[focused];
  const row = before.rows[focused];
  if (key === undefined || row === undefined) return keys;
  const position = row.id === null ? -1 : rows.findIndex(({ id }) => id === row.id);
  // What had its element takes the other one's; that of a row which is gone goes with its focus.
  if (focused < keys.length) keys[focused] = keys[position] ?? make();
  if (position >= 0) keys[position] = key;
  return keys;
}

const ROW = '[aria-rowindex], [aria-posinset]';

/** The position of the row with the focus in this list; -1 if none has it. */
function focusedPosition(listId: string): number {
  const row = document.activeElement?.closest(ROW);
  if (!row || !document.getElementById(listId)?.contains(row)) return -1;
  const index = row.getAttribute('aria-rowindex');
  // The first row of a table is its header.
  return index === null ? Number(row.getAttribute('aria-posinset')) - 1 : Number(index) - 2;
}
