import { createIsomorphicFn } from '@tanstack/react-start';
import { getSettings } from './settings.server';

/**
 * Whether the API is the embedded one, with all that it has beyond the wire contract, and whether it offers passkeys. The server knows it by
 * its settings, the browser by the document (components/layout/page-document.tsx).
 */
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
