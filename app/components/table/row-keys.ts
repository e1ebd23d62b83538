import { useState } from 'react';

/** What identifies the rows of a table, or what cards show, by position. */
type Ids = ReadonlyArray<string | number | null>;

/** The keys of a list's rows, by position, and what they were made for. */
export interface RowKeys {
  ids: Ids;
  question: unknown;
  keys: readonly string[];
  /** How many keys were made that are no row's id. */
  made: number;
}

interface Listed {
  /** The same array for the same rows. */
  ids: Ids;
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
export function useRowKeys({ ids, question, listId }: Listed): readonly string[] {
  const [before, setBefore] = useState(() => firstKeys(ids, question));
  if (before.ids === ids) return before.keys;
  const next = keysAfter(before, ids, question, focusedPosition(listId));
  setBefore(next);
  return next.keys;
}

/** The keys of the rows that are shown, each once: an external API may list an id twice, and React would leave rows that are gone. */
export function shownKeys(keys: readonly string[], from: number, to: number): readonly string[] {
  const shown = new Set<string>();
  for (const [index, key] of keys.slice(from, to).entries()) {
    shown.add(shown.has(key) ? `${key} at ${from + index}` : key);
  }
  return [...shown];
}

export function firstKeys(ids: Ids, question: unknown): RowKeys {
  return { ids, question, keys: ids.map((id, at) => `of ${id ?? `at ${at}`}`), made: 0 };
}

/** `focused` is the position of the row with the focus among the rows before; -1 for none. */
export function keysAfter(before: RowKeys, ids: Ids, question: unknown, focused: number): RowKeys {
  let { made } = before;
  const make = () => `made ${(made += 1)}`;
  const isSame = question === before.question;
  const keys = isSame ? byId(before, ids, make) : byPosition(before, ids, focused, make);
  return { ids, question, keys, made };
}

function byId(before: RowKeys, ids: Ids, make: () => string): string[] {
  const known = new Map(before.ids.map((id, position) => [id, before.keys[position]]));
  return ids.map((id) => (id === null ? null : known.get(id)) ?? make());
}

function byPosition(before: RowKeys, ids: Ids, focused: number, make: () => string): string[] {
  const keys = ids.map((_, position) => before.keys[position] ?? make());
  const key = before.keys[focused];
  const id = before.ids[focused];
  if (key === undefined || id === undefined) return keys;
  const position = id === null ? -1 : ids.indexOf(id);
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
