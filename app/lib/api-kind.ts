import { createIsomorphicFn } from '@tanstack/react-start';
import { getSettings } from './settings.server';

/** Kind and features of the API: the server reads them from its settings, the browser from the document. */
export const apiKind = createIsomorphicFn()
  .server(() => {
    const { apiBaseUrl, relyingParty } = getSettings();
    const isEmbedded = apiBaseUrl === undefined;
    return { isEmbedded, hasPasskeys: isEmbedded && relyingParty !== undefined };
  })
  .client(() => {
    const { dataset } = document.documentElement;
    return { isEmbedded: 'embedded' in dataset, hasPasskeys: 'passkeys' in dataset };
  });
