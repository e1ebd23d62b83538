import { setRouteLabel } from '~/lib/request-context.server';

/** Turns the router's patterns (/condos/$condoId) into a function that labels the page of a request. */
export function createPageNamer(patterns: readonly string[]): (pathname: string) => void {
  // Static segments before parameters: /condos/create is not a building.
  const known = patterns
    .filter((pattern) => !pattern.includes('/api/'))
    .toSorted((a, b) => parameters(a) - parameters(b))
    .map((pattern) => ({ pattern, parts: split(pattern) }));
  return (pathname) => {
    const given = split(pathname);
    const found = known.find(
      ({ parts }) =>
        parts.length === given.length &&
        parts.every((part, index) => part.startsWith('$') || part === given[index]),
    );
    if (found) setRouteLabel(found.pattern);
  };
}

const split = (path: string) => path.split('/').filter(Boolean);
const parameters = (pattern: string) => pattern.split('$').length;
