import { pathToFileURL } from 'node:url';

/**
 * Vercel's functions export {fetch(request, context)}, Netlify's a function of the request and a context. `waitUntil` is
 * told of work that shall go on though the answer is out.
 */
export async function loadFetch(entry, addressHeader, waitUntil = () => undefined) {
  const { default: exported } = await import(pathToFileURL(entry).href);
  const call = typeof exported === 'function' ? exported : fetchOf(exported);
  return async (request, address) => {
    request.headers.set(addressHeader, address);
    const response = await call(request, { waitUntil });
    if (!(response instanceof Response)) throw new Error('The function gave no Response');
    return response;
  };
}

function fetchOf(exported) {
  if (typeof exported === 'object' && exported !== null && 'fetch' in exported) {
    const { fetch: call } = exported;
    if (typeof call === 'function') return (...args) => call.apply(exported, args);
  }
  throw new Error('The function exports nothing that can be called');
}
