import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { shortcutOf, turnShortcuts } from '~/kit/keys/shortcut-of';

/** Returns the shortcut of a key at an element. */
function at(element: Element, key: string, init: KeyboardEventInit = {}) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  element.dispatchEvent(event);
  return shortcutOf(event);
}

beforeEach(() => {
  render(
    <main id="main">
      <h1>Heading</h1>
      <input type="search" />
      <input type="text" />
      <input type="checkbox" aria-label="Choose" />
      <select aria-label="Order" />
      <button type="button">Press</button>
      <table>
        <tbody>
          <tr aria-rowindex={2}>
            <td>
              <a href="/condos/1">Name</a>
            </td>
          </tr>
        </tbody>
      </table>
    </main>,
  );
});

it.each<[string, string | null, KeyboardEventInit?]>([
  ['/', 'search'],
  ['?', 'help'],
  ['j', 'next'],
  ['k', 'previous'],
  ['ArrowDown', 'next'],
  ['ArrowUp', 'previous'],
  ['x', 'x'],
  ['e', 'e'],
  ['c', 'c'],
  ['[', '['],
  [']', ']'],
  ['q', null],
  ['Enter', null],
  // Some browsers call the Alt that brackets may need Ctrl and Alt; other modifiers are theirs.
  ['[', '[', { altKey: true }],
  [']', ']', { altKey: true, ctrlKey: true }],
  ['[', null, { ctrlKey: true }],
  ['[', null, { metaKey: true }],
  ['j', null, { ctrlKey: true }],
  ['j', null, { metaKey: true }],
  ['j', null, { altKey: true }],
])('%s on the page means %s (%o)', (key, meaning, init) => {
  expect(at(document.body, key, init)).toBe(meaning);
});

it('in fields letters are typed; Enter in the search opens the first hit', () => {
  for (const field of [...screen.getAllByRole('textbox'), screen.getByRole('combobox')]) {
    for (const key of ['/', '?', 'j', 'k', 'ArrowDown', 'Enter']) expect(at(field, key)).toBeNull();
  }
  const search = screen.getByRole('searchbox');
  expect(at(search, 'j')).toBeNull();
  expect(at(search, 'Enter')).toBe('first-hit');
  expect(at(search, 'Enter', { isComposing: true })).toBeNull();
  expect(at(screen.getByRole('checkbox'), 'j')).toBe('next');
});

it('arrows walk from a row, the heading or nowhere, not from other controls', () => {
  expect(at(screen.getByRole('link'), 'ArrowDown')).toBe('next');
  expect(at(screen.getByRole('heading'), 'ArrowDown')).toBe('next');
  expect(at(screen.getByRole('button'), 'j')).toBe('next');
  expect(at(screen.getByRole('main'), 'ArrowUp')).toBe('previous');
});

it('dialogs and menus keep the keyboard', () => {
  const layer = document.createElement('div');
  layer.setAttribute('role', 'menu');
  document.body.append(layer);
  expect(at(layer, 'j')).toBeNull();
  layer.dataset.modalLayer = '';
  expect(at(document.body, 'j')).toBeNull();
  layer.remove();
  expect(at(document.body, 'j')).toBe('next');
});

it('turned off, they mean nothing', () => {
  turnShortcuts(false);
  for (const key of ['/', '?', 'j', 'ArrowDown']) expect(at(document.body, key)).toBeNull();
  expect(at(screen.getByRole('searchbox'), 'Enter')).toBeNull();
  turnShortcuts(true);
  expect(at(document.body, 'j')).toBe('next');
});

const find = (element: Element, init: KeyboardEventInit = { ctrlKey: true }) =>
  at(element, 'f', init);

it("Ctrl+F leads to the search where rows are out of sight, and is the browser's in the search", () => {
  const table = screen.getByRole('table');
  expect(find(document.body)).toBeNull();
  table.setAttribute('aria-rowcount', '2');
  expect(find(document.body)).toBeNull();
  table.setAttribute('aria-rowcount', '301');
  expect(find(document.body)).toBe('search');
  expect(find(document.body, { metaKey: true })).toBe('search');
  expect(find(screen.getByRole('textbox'))).toBe('search');
  expect(find(screen.getByRole('searchbox'))).toBeNull();
  expect(find(document.body, { ctrlKey: true, shiftKey: true })).toBeNull();
  expect(find(document.body, {})).toBeNull();
});
