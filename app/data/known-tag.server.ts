import { getRequestHeader } from '@tanstack/react-start/server';

/** Headers of a call for a list: none, or the ETag that its caller has. */
export type KnownTag = Readonly<Record<string, string>>;

/** The tag of the list that the browser has, for the call to the API; nothing where it has none. */
export function knownTag(): KnownTag {
  const tag = getRequestHeader('if-none-match');
  return tag === undefined ? {} : { 'if-none-match': tag };
}
