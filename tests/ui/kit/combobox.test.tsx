import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Combobox } from '~/kit/form/combobox';
import type { ComboboxNotice } from '~/kit/form/combobox-control';

interface Option {
  value: number;
  label: string;
  description?: string;
}

const PLACES: Option[] = [
  { value: 1, label: 'Zürich', description: '8001' },
  { value: 2, label: 'Genève', description: '1200' },
  { value: 3, label: 'Lugano', description: '6900' },
  { value: 4, label: 'Zug', description: '6300' },
];

interface Props {
  options?: Option[];
  value?: number;
  notice?: ComboboxNotice | null;
}

function open(first: Props = {}) {
  const onChange = vi.fn<(value: number) => void>();
  const onSubmit = vi.fn<() => void>();
  let change: ((props: Props) => void) | undefined;
  function Field() {
    const [props, setProps] = useState(first);
    const [value, setValue] = useState(first.value);
    change = setProps;
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
        <Combobox
          control={{ id: 'place' }}
          labelId="label"
          options={props.options ?? PLACES}
          value={value}
          onChange={(next) => {
            onChange(next);
            setValue(next);
          }}
          notice={props.notice}
        />
        <button type="submit">Next</button>
      </form>
    );
  }
  render(<Field />);
  return {
    user: userEvent.setup(),
    input: screen.getByRole('combobox'),
    onChange,
    onSubmit,
    become: (props: Props) => act(() => change?.(props)),
  };
}

const labels = () => screen.queryAllByRole('option').map((option) => option.textContent);
const active = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent;

it('is found by its label and closed at first', () => {
  const { input } = open({ value: 3 });
  expect(input).toHaveAccessibleName('Place');
  expect(input).toHaveValue('Lugano');
  expect(input).toHaveAttribute('aria-expanded', 'false');
  expect(labels()).toEqual([]);
});

it('opens with everything, each by its name, at the chosen option', async () => {
  const { user, input } = open({ value: 3 });
  await user.click(input);
  expect(labels()).toHaveLength(4);
  expect(input).toHaveAttribute('aria-expanded', 'true');
  expect(input).toHaveAttribute('aria-controls', screen.getByRole('listbox').id);
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Lugano');
  expect(active(input)).toContain('Lugano');
  expect(screen.getByLabelText('Place')).toBe(input);
  expect(screen.getByRole('option', { name: 'Zug' })).toHaveAccessibleDescription('6300');
});

it('filters by name and place, without case and accents', async () => {
  const { user, input } = open();
  await user.type(input, 'ZU');
  expect(labels()).toEqual(['Zürich 8001', 'Zug 6300']);
  await user.clear(input);
  await user.type(input, 'geneve');
  expect(labels()).toEqual(['Genève 1200']);
  await user.clear(input);
  await user.type(input, '69');
  expect(labels()).toEqual(['Lugano 6900']);
  await user.type(input, 'x');
  expect(labels()).toEqual([]);
  expect(screen.getByText('No matches')).toBeVisible();
});

it('is worked by the keyboard alone, and Enter does not send the form', async () => {
  const { user, input, onChange, onSubmit } = open();
  await user.tab();
  expect(input).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(labels()).toHaveLength(4);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(active(input)).toContain('Genève');
  await user.keyboard('{ArrowUp}{Enter}');
  expect(onChange.mock.calls).toEqual([[1]]);
  expect(onSubmit).not.toHaveBeenCalled();
  expect(input).toHaveValue('Zürich');
  expect(labels()).toEqual([]);
  await user.keyboard('lug{Enter}');
  expect(onChange).toHaveBeenLastCalledWith(3);
  expect(onSubmit).not.toHaveBeenCalled();
});

it('stops at the ends of the list, and leaves Home and End to the text', async () => {
  const { user, input } = open();
  await user.type(input, 'z{End}{Home}G{Backspace}');
  expect(input).toHaveValue('z');
  expect(labels()).toEqual(['Zürich 8001', 'Zug 6300']);
  await user.keyboard('{ArrowUp}');
  expect(active(input)).toContain('Zürich');
  await user.keyboard('{ArrowDown}{ArrowDown}{PageDown}');
  expect(active(input)).toContain('Zug');
  await user.keyboard('{PageUp}');
  expect(active(input)).toContain('Zürich');
});

it('is not cleared by Escape while it is closed', async () => {
  const { user, input, onChange } = open({ value: 3 });
  await user.tab();
  await user.keyboard('{Escape}');
  expect(input).toHaveValue('Lugano');
  expect(onChange).not.toHaveBeenCalled();
});

it.each(['{Escape}', '{Tab}'])('leaves things as they were on %s', async (key) => {
  const { user, input, onChange } = open({ value: 3 });
  await user.click(input);
  await user.clear(input);
  await user.keyboard(`zug${key}`);
  expect(labels()).toEqual([]);
  expect(input).toHaveValue('Lugano');
  expect(onChange).not.toHaveBeenCalled();
});

it('keeps the focus in the input when the mouse picks', async () => {
  const { user, input, onChange } = open();
  await user.click(screen.getByRole('button', { name: 'Show options' }));
  await user.click(screen.getByRole('option', { name: /Zug/ }));
  expect(onChange.mock.calls).toEqual([[4]]);
  expect(input).toHaveFocus();
  expect(input).toHaveValue('Zug');
});

it('says that options are on their way, or offers to try again', async () => {
  const onRetry = vi.fn<() => void>();
  const { user, input } = open({
    options: [],
    notice: { kind: 'error', text: 'Nothing came', onRetry },
  });
  await user.click(input);
  expect(screen.getByText('Nothing came')).toBeVisible();
  expect(screen.queryByText('No matches')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledOnce();
  expect(input).toHaveAttribute('aria-expanded', 'true');
});

describe('Enter before the options are there', () => {
  const LOADING: ComboboxNotice = { kind: 'loading', text: 'Loading...' };

  it('takes the first that matches when they come, also from another field', async () => {
    const { user, input, onChange, onSubmit, become } = open({ options: [], notice: LOADING });
    await user.type(input, 'zu{Enter}');
    await user.tab();
    expect(onSubmit).not.toHaveBeenCalled();
    become({ options: PLACES, notice: null });
    await waitFor(() => expect(onChange.mock.calls).toEqual([[1]]));
    expect(input).toHaveValue('Zürich');
    expect(labels()).toEqual([]);
  });

  it('takes nothing when more was typed, or none matches', async () => {
    const { user, input, onChange, become } = open({ options: [], notice: LOADING });
    await user.type(input, 'zu{Enter}g');
    become({ options: PLACES, notice: null });
    expect(onChange).not.toHaveBeenCalled();
    expect(labels()).toEqual(['Zug 6300']);
    become({ options: [], notice: LOADING });
    await user.type(input, 'x{Enter}');
    await user.tab();
    become({ options: PLACES, notice: null });
    await waitFor(() => expect(input).toHaveValue(''));
    expect(onChange).not.toHaveBeenCalled();
    expect(labels()).toEqual([]);
  });
});

it('puts few of 10,000 options on the page and finds any of them', async () => {
  const options = Array.from({ length: 10_000 }, (_, index) => ({
    value: index + 1,
    label: `House ${index + 1}`,
  }));
  const { user, input, onChange } = open({ options });
  await user.click(input);
  expect(screen.queryAllByRole('option').length).toBeLessThan(60);
  await user.type(input, '9999');
  expect(labels()).toEqual(['House 9999 ']);
  expect(screen.getByRole('option')).toHaveAttribute('aria-setsize', '1');
  await user.keyboard('{Enter}');
  expect(onChange.mock.calls).toEqual([[9999]]);
});
