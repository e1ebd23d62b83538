import { getSettings } from '~/lib/settings.server';

/** Which API is behind the panel: the embedded one, or an external one, which gets the wire contract and nothing more. */
export interface ApiKind {
  isExternal: boolean;
}

export function apiKind(): ApiKind {
  return { isExternal: getSettings().apiBaseUrl !== undefined };
}
