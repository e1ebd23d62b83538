import { useNavigate } from '@tanstack/react-router';

/**
 * Changes search params of the page that is open; the others stay. Pushes a history entry unless `replace` is set, and
 * keeps the scroll position.
 */
export function useSetSearch<Query extends object>(): (
  change: Partial<Query>,
  options?: { replace?: boolean | undefined },
) => void {
  const navigate = useNavigate();
  return (change, { replace = false } = {}) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...change }),
      replace,
      resetScroll: false,
    });
}
