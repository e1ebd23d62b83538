import { act, fireEvent, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSorting } from '~/kit/list/use-sorting';

it('shows the order of the address once Back has undone a click that was not rendered yet', () => {
  const query = { sort_by: 'name', sort_order: 'asc' } as const;
  const { result } = renderHook(() => useSorting(query, () => undefined));
  act(() => result.current.sortBy('name'));
  expect(result.current.clicked?.sort_order).toBe('desc');
  fireEvent.popState(window);
  expect(result.current.clicked).toBeNull();
});
