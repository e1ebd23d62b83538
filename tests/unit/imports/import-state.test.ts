import { expect, it } from 'vitest';
import { readBulkValidation } from '~/imports/bulk-reading';
import type { ValidatedFile } from '~/imports/queries';
import { firstImportState, importState, type ImportAction } from '~/imports/screens/import-state';
import { answered } from '../../support/answered';

const FILE = new File(['a'], 'units.csv');
const INVALID = { row: { apartment_number: '', notes: 'x' }, error: 'missing' };
const RESULTS: ValidatedFile = {
  ...(await readBulkValidation(answered({ invalid_rows: [INVALID] }))),
  type: 'apartment',
  fileName: 'units.csv',
  key: 'key',
};
const PENDING = { key: 'key', type: 'condo', fileName: 'old.csv', total: 3 } as const;
const FIRST = {
  ...firstImportState('apartment', PENDING),
  columns: { Unit: 'apartment_number' },
};

const after = (...actions: readonly ImportAction[]) => actions.reduce(importState, FIRST);
const validated: ImportAction = {
  kind: 'validated',
  results: RESULTS,
  isEdited: false,
  leftOut: [],
};
const edited = (text: string, column = 0): ImportAction => ({
  kind: 'edited',
  changes: [{ row: 0, column, text }],
});
const notes = (...actions: readonly ImportAction[]) =>
  after(validated, ...actions).edits.get(0)?.apartment_number;

const created = (number: number, importId = 1): ImportAction => ({
  kind: 'created',
  numbers: [number],
  row: { importId, of: RESULTS },
});

it.each<[what: string, ImportAction]>([
  ['another file', { kind: 'filePicked', file: FILE }],
  ['another type', { kind: 'typeChosen', type: 'condo' }],
])('%s clears what came of the one before', (_what, action) => {
  const state = after(validated, edited('1'), created(2), action);
  expect(state).toMatchObject({ results: null, resumed: null, stale: false, past: [] });
  expect([state.edits.size, state.created.size]).toEqual([0, 0]);
});

it('how a file is read belongs to it, columns to their type', () => {
  const how = { sheet: 'Units' };
  const sheet: ImportAction = { kind: 'readingChosen', how };
  expect(after(sheet)).toMatchObject({ how, stale: true });
  expect(after(sheet, validated)).toMatchObject({ how, stale: false });
  expect(after(sheet, { kind: 'filePicked', file: FILE }).how).toEqual({});
  const columns = { Name: 'name' };
  expect(after({ kind: 'columnsChosen', columns })).toMatchObject({ columns, stale: true });
  expect(after({ kind: 'typeChosen', type: 'condo' }).columns).toEqual({});
});

it('a check forgets an earlier visit and keeps the results until its own; a review has none', () => {
  const checking = after(validated, { kind: 'checkBegun' });
  expect(checking).toMatchObject({ resumed: null, results: RESULTS });
  expect(after(validated, { kind: 'reviewed' }).results).toBeNull();
});

it('edits are undone and done again step by step; a new one ends what was undone', () => {
  const [one, two] = [edited('1'), edited('2')];
  const [undo, redo] = [{ kind: 'undone' }, { kind: 'redone' }] as const;
  expect(notes(one, two)).toBe('2');
  expect(notes(one, two, undo)).toBe('1');
  expect(notes(one, two, undo, undo, undo)).toBeUndefined();
  expect(notes(one, two, undo, redo, redo)).toBe('2');
  expect(notes(one, two, undo, edited('3'), redo)).toBe('3');
  expect(after(validated, one, validated).past).toEqual([]);
});

it('a pasted cell outside of the grid changes nothing', () => {
  expect(after(validated, edited('x', 99))).toEqual(after(validated));
  expect(after(edited('x'))).toBe(FIRST);
});

it('rows that were created are remembered until another file or sheet is there', () => {
  const both = [created(2), created(4)];
  expect([...after(...both).created.keys()]).toEqual([2, 4]);
  const read = (how: object) => [...after(...both, { kind: 'readingChosen', how }).created.keys()];
  expect(read({ encoding: 'UTF-8' })).toEqual([2, 4]);
  expect(read({ sheet: 'Units' })).toEqual([]);
});

const importUndone = (importId: number, isWhole = true): ImportAction => ({
  kind: 'importUndone',
  importId,
  isWhole,
  key: 'next',
});

it('rows of an import that was undone are no longer created; those of another one are', () => {
  const both = [validated, created(2, 7), created(4, 8)];
  const state = after(...both, importUndone(7));
  expect([...state.created.keys()]).toEqual([4]);
  // The results lack the row: it has to be validated again.
  expect([...state.returned.keys()]).toEqual([2]);
  expect(state).toMatchObject({ stale: true, results: { key: 'next' } });
  expect(after(...both, importUndone(7), validated).returned.size).toBe(0);
  expect(after(...both, importUndone(9))).toEqual(after(...both));
  const shown: ImportAction = { ...validated, results: { ...RESULTS, numbers: [2] } };
  expect(after(shown, created(2, 7), importUndone(7))).toMatchObject({
    stale: false,
    results: { key: 'next' },
  });
  expect(after(shown, created(2, 7), importUndone(7, false)).stale).toBe(true);
});
