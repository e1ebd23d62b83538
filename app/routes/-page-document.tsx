import {
  HeadContent,
  Outlet,
  ScriptOnce,
  Scripts,
  useMatches,
  useRouter,
} from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { useState, type ReactNode } from 'react';
import { apiKind } from '~/rpc/api-kind';
import { catalogueAddress } from '~/language/languages';
import { currentLanguage } from '~/language/texts';
import stylesHref from '~/styles.css?url';
import { ANSWERING, holdEarlyPresses } from '~/kit/ui/early-presses';
import { PANEL_ID } from '~/kit/layout/panel-element';
import { themeScript } from '~/kit/layout/theme';

/**
 * The document of a page. The browser renders it too if the server renders the page itself
 * (docs/decisions/0041).
 */
export function PageDocument({ children }: { children: ReactNode }) {
  const isShell = useMatches({ select: (matches) => matches.some(({ ssr }) => ssr === false) });
  // Decided by the first page. Later pages in the browser do not change it.
  const [isPanel] = useState(isShell);
  const { isEmbedded, hasPasskeys, provider, timeZone } = apiKind();
  return (
    <html
      lang={currentLanguage().code}
      // Read by apiKind() in the browser.
      data-embedded={isEmbedded || undefined}
      data-passkeys={hasPasskeys || undefined}
      data-provider={provider ?? undefined}
      data-time-zone={timeZone}
      suppressHydrationWarning
    >
      <head>
        <ScriptOnce>{serverScripts() ?? ''}</ScriptOnce>
        {renderEarlyRequest()}
        {/* Not in `head`, which React writes before all scripts: an inline script would wait for this style
            sheet. */}
        <link rel="stylesheet" href={stylesHref} />
        <HeadContent />
        {routePreloads()}
        {cataloguePreload()}
      </head>
      <body>
        {isPanel ? (
          <div id={PANEL_ID}>
            <Outlet />
          </div>
        ) : (
          children
        )}
        <Scripts />
      </body>
    </html>
  );
}

/* Rendered only on the server. The browser needs neither the inline scripts nor the preloads. */

const serverScripts = createIsomorphicFn().server(
  () => `${themeScript};(${String(holdEarlyPresses)})('${ANSWERING}')`,
);
const renderEarlyRequest = createIsomorphicFn().server(() => <EarlyRequestScript />);
const cataloguePreload = createIsomorphicFn().server(() => {
  const address = catalogueAddress(currentLanguage().code);
  return address && <link rel="preload" as="fetch" href={address} crossOrigin="anonymous" />;
});
const routePreloads = createIsomorphicFn().server(() => <RoutePreloads />);

/** Starts the screen's first request before the bundle has run; see rpc/fetch.ts. */
function EarlyRequestScript() {
  const match = useMatches().at(-1);
  const script = match?.staticData.earlyRequest?.(match.search, match.params);
  return script ? <ScriptOnce>{script}</ScriptOnce> : null;
}

/** Preloads code below the first client-only route. The framework would load it only after the app's code. */
function RoutePreloads() {
  const router = useRouter();
  const matches = useMatches();
  const routes = router.ssr?.manifest?.routes;
  const firstClientOnly = matches.findIndex((match) => match.ssr === false);
  if (!routes || firstClientOnly < 0) return null;
  const preloads = matches
    .slice(firstClientOnly + 1)
    .flatMap(({ routeId }) => routes[routeId]?.preloads ?? [])
    .map((preload) => (typeof preload === 'string' ? preload : preload.href));
  return [...new Set(preloads)].map((href) => (
    <link key={href} rel="modulepreload" href={href} nonce={router.options.ssr?.nonce} />
  ));
}
