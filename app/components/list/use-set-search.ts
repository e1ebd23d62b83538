import { useNavigate } from '@tanstack/react-router';

/** Changes search params of the open page; the others and the scroll position stay. Without `replace` it is a history entry. */
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
