import { createIsomorphicFn } from '@tanstack/react-start';
import { dayIn } from '~/fields/calendar-day';
import { getSettings } from '~/platform/settings.server';

/** Kind and features of the API. The server reads them from its settings, the browser from the document. */
export const apiKind = createIsomorphicFn()
  .server(() => {
    const { apiBaseUrl, relyingParty, provider, timeZone } = getSettings();
    const isEmbedded = apiBaseUrl === undefined;
    return {
      isEmbedded,
      hasPasskeys: isEmbedded && relyingParty !== undefined,
      /** Name of the OpenID provider; null if none is configured. */
      provider: provider?.name ?? null,
      /** TIME_ZONE, which determines the current day. */
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

/** The current day in the API's time zone, wherever the browser is. */
export function today(): string {
  return dayIn(apiKind().timeZone, new Date());
}
