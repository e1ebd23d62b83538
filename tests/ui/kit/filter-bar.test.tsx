import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { FilterBar } from '~/kit/list/filter-bar';
import { FilterSwitch } from '~/kit/list/filter-control';
import { renderScreen } from '../../support/on-screen';

const FIELDS = [
  { name: 'city', label: 'City' },
  { name: 'state', label: 'Canton' },
] as const;

it('asks at once when the filters are left, so that Back from a row finds them in the address; what follows is another change', () => {
  const onChange = vi.fn<(values: object) => void>();
  render(<FilterBar fields={FIELDS} values={{ city: '', state: '' }} onChange={onChange} />);
  const city = screen.getByLabelText('City');
  fireEvent.change(city, { target: { value: 'be' } });
  fireEvent.blur(city, { relatedTarget: screen.getByLabelText('Canton') });
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.blur(city, { relatedTarget: document.body });
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ city: 'be', state: '' }, { replace: false });
  fireEvent.change(city, { target: { value: 'ber' } });
  fireEvent.submit(screen.getByRole('search'));
  expect(onChange).toHaveBeenLastCalledWith({ city: 'ber', state: '' }, { replace: false });
});

it('shows what the address says once Back has undone a change that was not rendered yet', () => {
  render(
    <FilterBar fields={FIELDS} values={{ city: 'Bern', state: '' }} onChange={() => undefined} />,
  );
  const city = screen.getByLabelText('City');
  fireEvent.change(city, { target: { value: 'Basel' } });
  fireEvent.blur(city, { relatedTarget: document.body });
  expect(city).toHaveValue('Basel');
  fireEvent.popState(window);
  expect(city).toHaveValue('Bern');
});

it('folds filters of another kind too, and counts those that narrow; nothing folds beside a search alone', () => {
  const fields = [{ name: 'search', label: 'Search', placeholder: 'Name' }] as const;
  const props = { fields, values: { search: '' }, onChange: () => undefined };
  const { rerender } = render(
    <FilterBar {...props} childrenInUse={1}>
      <input aria-label="Inactive" />
    </FilterBar>,
  );
  const filters = screen.getByRole('button', { name: 'Filters (1)' });
  const folded = screen.getByLabelText('Inactive').parentElement;
  expect(folded).toHaveClass('folded:hidden');
  fireEvent.click(filters);
  expect(filters).toHaveAttribute('aria-expanded', 'true');
  expect(folded).not.toHaveClass('folded:hidden');
  rerender(<FilterBar {...props}>{false}</FilterBar>);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('has a control for each kind, and lays itself out by their widths: what is beyond one row continues below', () => {
  const fields = [
    { name: 'search', label: 'Search', placeholder: 'Name', width: 31 },
    { name: 'city', label: 'City', width: 40 },
    { name: 'units', label: 'Units', kind: 'number', width: 10 },
    { name: 'built', label: 'Built', kind: 'date', width: 10 },
    { name: 'role', label: 'Role', kind: 'choice', options: ['owner'], width: 10 },
  ] as const;
  const onChange = vi.fn<(values: object) => void>();
  const values = { search: '', city: '', units: '', built: '', role: '' };
  render(<FilterBar fields={fields} values={values} onChange={onChange} />);
  expect(screen.getByLabelText('Units')).toHaveAttribute('type', 'number');
  expect(screen.getByLabelText('Built')).toHaveAttribute('type', 'date');
  fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'owner' } });
  fireEvent.submit(screen.getByRole('search'));
  expect(onChange.mock.lastCall?.[0]).toEqual({ ...values, role: 'owner' });
  expect(screen.getByRole('search').style.getPropertyValue('--filter-columns')).toBe(
    '31fr 40fr 10fr',
  );
});

/** The address follows a press when it is told to. */
function Filter() {
  const [checked, setChecked] = useState(false);
  return (
    <>
      <FilterSwitch label="Inactive" checked={checked} onChange={() => undefined} />
      <button type="button" onClick={() => setChecked(!checked)}>
        Follow
      </button>
    </>
  );
}

it('a press of a switch shows before the address follows, and another address wins', async () => {
  const { user, press } = await renderScreen(<Filter />);
  const box = screen.getByRole('checkbox', { name: 'Inactive' });
  await user.click(box);
  expect(box).toBeChecked();
  await press('Follow');
  expect(box).toBeChecked();
  await press('Follow');
  expect(box).not.toBeChecked();
});
