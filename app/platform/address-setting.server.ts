import { z } from '~/fields/zod';

/** A condition of an address, and the operator's message if it is not met. */
type AddressRule = readonly [holds: (url: URL) => boolean, message: string];

const ENCODED =
  'with special characters of its user name and password percent-encoded: # as %23, / as %2F, ? as %3F, @ as %40, % as %25';

const ONE_SERVER =
  'must name one server: of several, a proxy in front of them (HAProxy, PgBouncer) or a name that the provider gives finds the right one';

const NO_SERVER =
  'must name a server: for a socket put localhost there, as postgres://user:password@localhost/name?host=/cloudsql/project:region:instance';

/**
 * An "@" after the server is rejected. It most likely means that the password has an unencoded "/", "?" or
 * "#".
 */
const FORM = /^[a-z]+:\/\/(?:[^/?#]*@)?(?<servers>[^/?#@]*)(?:[/?#][^@]*)?$/i;

/** A setting that is an address. Messages never quote it, since it may hold a password. */
export function address(kind: string, protocol: RegExp, ...rules: readonly AddressRule[]) {
  return z.string().transform((given, context) => {
    const text = given.trim();
    const message = problemOf(text, `must be ${kind}, ${ENCODED}`, protocol, rules);
    if (message === undefined) return text;
    context.addIssue(message);
    return z.NEVER;
  });
}

/** An address to which paths can be added, and which fetch accepts, which allows no user name. */
const PLAIN: AddressRule = [
  ({ href, username, password }) => username === '' && password === '' && !/[?#]/.test(href),
  'must be without user name, "?" and "#"',
];

export function httpAddress(hint: string, ...rules: readonly AddressRule[]) {
  return address(`an http:// or https:// address${hint}`, /^https?:$/, PLAIN, ...rules);
}

export function withoutLastSlash(text: string): string {
  return text.replace(/\/+$/, '');
}

function problemOf(
  text: string,
  malformed: string,
  protocol: RegExp,
  rules: readonly AddressRule[],
): string | undefined {
  const servers = FORM.exec(text)?.groups?.servers;
  if (servers === undefined || /\p{Cc}/u.test(text) || !isEncoded(text)) return malformed;
  const url = URL.parse(text);
  if (servers.includes(',') || url?.searchParams.get('host')?.match(/^[^/].*,/)) return ONE_SERVER;
  if (!url && servers === '' && /^postgres/i.test(text) && protocol.test('postgres:'))
    return NO_SERVER;
  if (!url || !protocol.test(url.protocol)) return malformed;
  return rules.find(([holds]) => !holds(url))?.[1];
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
