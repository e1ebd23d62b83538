const ANY_ORIGIN = 'http://same.origin';

/** A same-origin path with its search and hash, or undefined for anything else. */
export function safeRedirect(href: unknown): string | undefined {
  if (typeof href !== 'string' || !href.startsWith('/')) return undefined;
  if (!URL.canParse(href, ANY_ORIGIN)) return undefined;
  const url = new URL(href, ANY_ORIGIN);
  if (url.origin !== ANY_ORIGIN || url.pathname.startsWith('//')) return undefined;
  if (url.pathname === '/login') return undefined;
  return url.pathname + url.search + url.hash;
}
