import { queryOptions } from '@tanstack/react-query';
import { currentCapabilities } from './current-capabilities';

export const capabilityQueries = {
  /** Asked once per session. */
  current: () =>
    queryOptions({
      queryKey: ['capabilities'],
      queryFn: currentCapabilities,
      staleTime: Infinity,
      gcTime: Infinity,
    }),
};
