import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FilterBar } from '~/components/list/filter-bar';

const FIELDS = [
  { name: 'city', label: 'City' },
  { name: 'state', label: 'Canton' },
] as const;

it('asks at once when the filters are left, so that Back from a row finds them in the address', () => {
  const onChange = vi.fn<(values: object) => void>();
  render(<FilterBar fields={FIELDS} values={{ city: '', state: '' }} onChange={onChange} />);
  const city = screen.getByLabelText('City');
  fireEvent.change(city, { target: { value: 'be' } });
  fireEvent.blur(city, { relatedTarget: screen.getByLabelText('Canton') });
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.blur(city, { relatedTarget: document.body });
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ city: 'be', state: '' }, { replace: false });
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
