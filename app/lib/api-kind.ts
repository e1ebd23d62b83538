import { createIsomorphicFn } from '@tanstack/react-start';
import { getSettings } from './settings.server';

/** The API behind the panel. */
export interface ApiKind {
  /** The embedded one, with all that it has beyond the wire contract; an external one has that alone. */
  isEmbedded: boolean;
  /** It offers passkeys: it knows by PUBLIC_URL whom they are made for. */
  hasPasskeys: boolean;
}

/** The server knows the kind by its settings, the browser by the document (components/layout/page-document.tsx). */
export const apiKind = createIsomorphicFn()
  .server((): ApiKind => {
    const { apiBaseUrl, relyingParty } = getSettings();
    const isEmbedded = apiBaseUrl === undefined;
    return { isEmbedded, hasPasskeys: isEmbedded && relyingParty !== undefined };
  })
  .client((): ApiKind => {
    const { dataset } = document.documentElement;
    return { isEmbedded: 'embedded' in dataset, hasPasskeys: 'passkeys' in dataset };
  });
