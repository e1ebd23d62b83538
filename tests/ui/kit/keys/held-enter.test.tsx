import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ignoreHeldEnter } from '~/kit/keys/shortcut-of';

ignoreHeldEnter();

/** True if the browser is left to do what the key does by default. */
function isLeftToTheBrowser(name: string, key: KeyboardEventInit): boolean {
  const target = screen.getByLabelText(name);
  return fireEvent(target, createEvent.keyDown(target, key));
}

it('a repeated Enter does nothing by itself, except in a text area', () => {
  render(
    <>
      <button aria-label="button" />
      <input aria-label="field" />
      <textarea aria-label="lines" />
    </>,
  );
  const held = { key: 'Enter', repeat: true };
  expect(isLeftToTheBrowser('button', { key: 'Enter' })).toBe(true);
  expect(isLeftToTheBrowser('button', held)).toBe(false);
  expect(isLeftToTheBrowser('field', held)).toBe(false);
  expect(isLeftToTheBrowser('lines', held)).toBe(true);
  expect(isLeftToTheBrowser('field', { key: 'a', repeat: true })).toBe(true);
});
