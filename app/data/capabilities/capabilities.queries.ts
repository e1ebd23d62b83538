import { queryOptions } from '@tanstack/react-query';
import { NO_CAPABILITIES, type Capabilities } from './capabilities';
import { getCapabilitiesFn } from './capabilities.functions';

export const capabilityQueries = {
  /** Asked once per session; an answer that cannot be had counts as "nothing more than SPEC.md". */
  current: () =>
    queryOptions({
      queryKey: ['capabilities'],
      queryFn: async (): Promise<Capabilities> => {
        try {
          return await getCapabilitiesFn();
        } catch {
          return NO_CAPABILITIES;
        }
      },
      staleTime: Infinity,
      gcTime: Infinity,
    }),
};
