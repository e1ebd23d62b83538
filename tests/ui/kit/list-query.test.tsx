import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ListQuery } from '~/kit/list/list-query';
import { AppError } from '~/rpc/errors/app-error';

const TEXTS = {
  loading: 'Loading...',
  error: (message: string) => `Error: ${message}`,
  empty: { title: 'None yet' },
  noMatch: { title: 'No match' },
};
const BROKEN = new AppError({ status: 500, detail: 'Broken' });

/** The texts of a list and its rows. */
function show(data: string[] | undefined, error: Error | null = null, more = {}): string {
  const query = { data, error, isPlaceholderData: false, refetch: () => undefined, ...more };
  const props = { query, queryKey: ['rows'], texts: TEXTS, count: (rows: string[]) => rows.length };
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <ListQuery {...props} {...more} skeleton={null}>
        {({ data: rows, busy }) => <div aria-busy={busy}>{rows.join(', ')}</div>}
      </ListQuery>
    </QueryClientProvider>,
  );
  return container.textContent;
}

it('is pending until there is an answer', () => {
  expect(show(undefined)).toBe('Loading...');
});

it('keeps rows that could not be refreshed, and says so', () => {
  expect(show(['a', 'b'], BROKEN)).toBe('Error: BrokenRetrya, b');
});

it('is busy while the rows of another query are shown', () => {
  show(['a'], null, { isPlaceholderData: true });
  expect(screen.getByText('a')).toHaveAttribute('aria-busy', 'true');
});
