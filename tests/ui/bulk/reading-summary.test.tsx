import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ReadingSummary } from '~/features/bulk/reading-summary';

it('a heading that every object has a member for is matched like any other', () => {
  const columns = [
    { heading: 'constructor', field: 'notes' },
    { heading: 'toString', field: null },
  ];
  const reading = {
    format: 'CSV',
    encoding: null,
    delimiter: null,
    sheet: null,
    sheets: [],
    columns,
    condoId: null,
  };
  const state = {
    type: 'apartment',
    sheet: null,
    columns: { toString: 'notes' },
    busy: false,
    edited: false,
    chooseSheet: () => undefined,
    chooseColumns: () => undefined,
  } as const;
  render(<ReadingSummary reading={reading} state={state} />);
  expect(screen.getByLabelText('constructor')).toHaveValue('notes');
  expect(screen.getByLabelText('toString')).toHaveValue('notes');
});
