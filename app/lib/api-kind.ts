import { createIsomorphicFn } from '@tanstack/react-start';
import { getSettings } from './settings.server';

/** What the API is and offers: the server knows it by its settings, the browser by the document (page-document.tsx). */
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
