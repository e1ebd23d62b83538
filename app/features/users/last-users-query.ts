import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { UserQuery } from '~/data/users/user-search';

/** By the page's router: a page that is loaded anew has been nowhere. */
const last = new WeakMap<object, UserQuery>();

/** Remembers search, building and page of the list, for the way back from a user. */
export function useRememberUsersQuery(query: UserQuery): void {
  const router = useRouter();
  useEffect(() => void last.set(router, query), [router, query]);
}

/** The query of the list when it was open last; empty where it was not. */
export function useLastUsersQuery(): Partial<UserQuery> {
  return last.get(useRouter()) ?? {};
}
