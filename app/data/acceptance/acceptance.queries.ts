import { queryOptions } from '@tanstack/react-query';
import { previewAcceptanceFn } from './acceptance.functions';

export const acceptanceQueries = {
  /** The invitation behind a link. */
  preview: (token: string) =>
    queryOptions({
      queryKey: ['acceptance', token],
      queryFn: ({ signal }) => previewAcceptanceFn({ data: { token }, signal }),
      refetchOnWindowFocus: false,
    }),
};
