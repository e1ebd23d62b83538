import { queryOptions } from '@tanstack/react-query';
import { readAnswer } from '../answer';
import { NO_CAPABILITIES, readCapabilities, type Capabilities } from './capabilities';
import { getCapabilitiesFn } from './capabilities.functions';

export const capabilityQueries = {
  /** Asked once per session; a failed call counts as "no capabilities". */
  current: () =>
    queryOptions({
      queryKey: ['capabilities'],
      queryFn: async (): Promise<Capabilities> => {
        try {
          return await readAnswer(await getCapabilitiesFn(), readCapabilities);
        } catch {
          return NO_CAPABILITIES;
        }
      },
      staleTime: Infinity,
      gcTime: Infinity,
    }),
};
