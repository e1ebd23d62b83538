/**
 * The OpenID provider that the document offers (components/layout/provider-script.server.ts); null where none is configured.
 * Apart from apiKind(), so that the first download of /login has nothing of it.
 */
export function providerName(): string | null {
  return document.documentElement.dataset.provider ?? null;
}
