import { isIP } from 'node:net';

/** The host that passkeys are made for: a browser offers them to this host alone. */
export interface RelyingParty {
  /** The RP ID of Web Authentication: the host without its port. */
  id: string;
  origin: string;
}

/**
 * The relying party of PUBLIC_URL. Undefined where browsers offer no passkeys: on IP addresses, and on
 * plain http except for localhost.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isAddress || (protocol !== 'https:' && !isLocal)) return undefined;
  return { id: hostname, origin };
}
