import { useNavigate } from '@tanstack/react-router';

/** Changes search params and keeps the scroll position. Without `replace` it adds a history entry. */
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
