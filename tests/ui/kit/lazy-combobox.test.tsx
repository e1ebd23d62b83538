import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import * as code from '~/kit/form/combobox';
import { lazyCombobox } from '~/kit/form/lazy-combobox';

const PLACES = ['Zürich', 'Genève', 'Lugano', 'Zug'].map((label, value) => ({ value, label }));

const input = () => screen.getByRole('combobox', { name: 'Place' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent.trim());

const activeOption = () =>
  document.getElementById(input().getAttribute('aria-activedescendant') ?? '')?.textContent.trim();

/** Ends the loading, and waits until React has followed. */
const settle = (end: () => void) =>
  act(async () => {
    end();
    await new Promise((done) => setTimeout(done, 20));
  });

/** A field whose code comes when `arrive` is called. */
function open(initial = 0, later?: typeof PLACES) {
  const { promise, resolve, reject } = Promise.withResolvers<typeof code>();
  const load = vi.fn<() => Promise<typeof code>>(() => promise);
  const LazyCombobox = lazyCombobox(load);
  const onChange = vi.fn<(value: number) => void>();
  const onSubmit = vi.fn<() => void>();
  function Field() {
    const [value, setValue] = useState(initial);
    const [offered, setOffered] = useState(later ? PLACES.slice(0, 1) : PLACES);
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <label id="label" htmlFor="place">
          Place
        </label>
        <LazyCombobox
          control={{ id: 'place' }}
          labelId="label"
          options={offered}
          value={value}
          onChange={(next) => {
            onChange(next);
            setValue(next);
          }}
        />
        <button type="submit">Next</button>
        <button type="button" onClick={() => setOffered(later ?? PLACES)}>
          Load
        </button>
      </form>
    );
  }
  render(<Field />);
  return {
    user: userEvent.setup(),
    load,
    onChange,
    onSubmit,
    arrive: () => settle(() => resolve(code)),
    fail: () =>
      settle(() => {
        load.mockResolvedValue(code);
        reject(Object.assign(new Error('Network error'), { name: 'MissingCodeError' }));
      }),
  };
}

/** Attributes of the input and its button that assistive technology and styles read. */
const shown = () =>
  [input(), screen.getByRole('button', { name: 'Show options' })].map((element) => {
    const attributes = [...element.attributes].filter(
      // They refer to the list, which is not there, or number the element.
      ({ name }) => !/^(id|aria-controls|aria-activedescendant|value)$/.test(name),
    );
    const texts = attributes.map(({ name, value }) => `${name}=${value}`).toSorted();
    return texts.concat(element instanceof HTMLInputElement ? element.value : '');
  });

it('is the same input and button before its code is there, which is loaded when it is pointed at', async () => {
  const { user, load, arrive } = open();
  const before = shown();
  const early = input();
  expect(load).not.toHaveBeenCalled();
  await user.hover(input());
  expect(load).toHaveBeenCalledOnce();
  await arrive();
  expect(input()).not.toBe(early);
  expect(shown()).toEqual(before);
  expect(input()).not.toHaveFocus();
  expect(options()).toEqual([]);
});

it('keeps what is typed meanwhile, and the focus', async () => {
  const { user, arrive } = open();
  await user.tab();
  expect(input()).toHaveFocus();
  // The whole name is selected: the first letter replaces it.
  await user.keyboard('lx{Backspace}');
  expect(input()).toHaveValue('l');
  await arrive();
  expect(input()).toHaveFocus();
  expect(input()).toHaveValue('l');
  expect(options()).toEqual(['Lugano']);
  await user.keyboard('ug');
  expect(input()).toHaveValue('lug');
  await user.keyboard('{Enter}');
  expect(input()).toHaveValue('Lugano');
});

it('takes what Enter means, and submits no form by it', async () => {
  const { user, onChange, onSubmit, arrive } = open();
  await user.tab();
  await user.keyboard('zug{Enter}');
  await arrive();
  await waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith(3));
  expect(onSubmit).not.toHaveBeenCalled();
  expect(input()).toHaveValue('Zug');
  expect(options()).toEqual([]);
});

it.each([
  [
    'an arrow',
    async (user: ReturnType<typeof userEvent.setup>) => {
      await user.tab();
      await user.keyboard('{ArrowDown}');
    },
  ],
  ['a press', (user: ReturnType<typeof userEvent.setup>) => user.click(input())],
  [
    'a press on the button',
    (user: ReturnType<typeof userEvent.setup>) =>
      user.click(screen.getByRole('button', { name: 'Show options' })),
  ],
])('opens by %s, at what is chosen', async (_how, use) => {
  const { user, onChange, arrive } = open(2);
  await use(user);
  await arrive();
  expect(activeOption()).toBe('Lugano');
  await user.keyboard('{ArrowDown}');
  expect(activeOption()).toBe('Zug');
  expect(options()).toEqual(['Zürich', 'Genève', 'Lugano', 'Zug']);
  expect(input()).toHaveFocus();
  await user.click(screen.getByRole('option', { name: 'Genève' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith(1);
});

it('comes to what is chosen once the options are there, unless something was typed', async () => {
  const { user, arrive } = open(2, PLACES);
  await user.click(input());
  await arrive();
  expect([options(), activeOption()]).toEqual([['Zürich'], undefined]);
  fireEvent.click(screen.getByRole('button', { name: 'Load' }));
  expect(activeOption()).toBe('Lugano');
  await user.keyboard('z');
  expect(activeOption()).toBe('Zürich');
});

it.each(['input', 'button'])(
  'opens though its code comes between press and release of the %s',
  async (what) => {
    const { user, arrive } = open();
    const target = () =>
      what === 'input' ? input() : screen.getByRole('button', { name: 'Show options' });
    await user.hover(target());
    await user.pointer({ keys: '[MouseLeft>]', target: target() });
    await arrive();
    await user.pointer({ keys: '[/MouseLeft]', target: target() });
    expect(options()).toEqual(['Zürich', 'Genève', 'Lugano', 'Zug']);
    expect(input()).toHaveFocus();
  },
);

it.each(['{Tab}', '{Escape}{Tab}'])(
  'forgets what was typed when it is left by %s',
  async (keys) => {
    const { user, onChange, arrive } = open();
    await user.tab();
    await user.keyboard(`zug${keys}`);
    expect(input()).toHaveValue('Zürich');
    await arrive();
    expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
    expect([input(), options()]).toEqual([expect.objectContaining({ value: 'Zürich' }), []]);
    expect(onChange).not.toHaveBeenCalled();
  },
);

it('waits for an input method to end', async () => {
  const { user, arrive } = open();
  await user.tab();
  const early = input();
  const compose = (type: string) =>
    act(() => void early.dispatchEvent(new CompositionEvent(type, { bubbles: true })));
  compose('compositionstart');
  await arrive();
  expect(input()).toBe(early);
  compose('compositionend');
  expect(input()).not.toBe(early);
  expect(input()).toHaveFocus();
});

it('offers to load its code again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user, fail } = open();
  await user.tab();
  await fail();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await user.click(input());
  expect(await screen.findByRole('option', { name: 'Lugano' })).toBeVisible();
});
