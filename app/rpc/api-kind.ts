import { createIsomorphicFn } from '@tanstack/react-start';
import { dayIn } from '~/fields/calendar-day';
import { getSettings } from '~/platform/settings.server';

/** Kind and features of the API: the server reads them from its settings, the browser from the document. */
export const apiKind = createIsomorphicFn()
  .server(() => {
    const { apiBaseUrl, relyingParty, provider, timeZone } = getSettings();
    const isEmbedded = apiBaseUrl === undefined;
    return {
      isEmbedded,
      hasPasskeys: isEmbedded && relyingParty !== undefined,
      /** The name of the OpenID provider; null where none is configured. */
      provider: provider?.name ?? null,
      /** TIME_ZONE, which says what day it is. */
      timeZone,
    };
  })
  .client(() => {
    const { dataset } = document.documentElement;
    return {
      isEmbedded: 'embedded' in dataset,
      hasPasskeys: 'passkeys' in dataset,
      provider: dataset.provider ?? null,
      timeZone: dataset.timeZone ?? 'UTC',
    };
  });

/** Today as the API counts it, wherever the browser is. */
export function today(): string {
  return dayIn(apiKind().timeZone, new Date());
}
