import { queryOptions } from '@tanstack/react-query';
import { getPasswordLinkFn } from './set-password.functions';

export const setPasswordQueries = {
  /** Whose password a link sets. */
  link: (token: string) =>
    queryOptions({
      queryKey: ['set-password', token],
      queryFn: ({ signal }) => getPasswordLinkFn({ data: { token }, signal }),
      refetchOnWindowFocus: false,
    }),
};
