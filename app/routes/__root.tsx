import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  HeadContent,
  Outlet,
  ScriptOnce,
  Scripts,
  useMatches,
} from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { useState } from 'react';
import { PageFocus } from '~/components/layout/page-focus';
import { PageTitle } from '~/components/layout/page-title';
import { PANEL_ID, panelElement } from '~/components/layout/panel-element';
import { themeScript } from '~/components/layout/theme';
import { RoutePreloads } from '~/components/layout/route-preloads';
import { Toaster } from '~/components/feedback/toaster';
import stylesHref from '~/styles.css?url';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'color-scheme', content: 'light dark' },
      { title: 'Condo Admin' },
    ],
    links: [
      { rel: 'stylesheet', href: stylesHref },
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
    ],
  }),
  component: Root,
});

function Root() {
  return panelElement() ? <PanelPage /> : <RootDocument />;
}

/** What the browser renders into the document of a page behind the session. */
function PanelPage() {
  return (
    <>
      <PageTitle />
      <Page />
    </>
  );
}

function Page() {
  return (
    <>
      <Outlet />
      <PageFocus />
      <Toaster />
    </>
  );
}

function RootDocument() {
  const isShell = useMatches({ select: (matches) => matches.some(({ ssr }) => ssr === false) });
  // Of the document: what comes after its page, in the browser, changes nothing here.
  const [isPanel] = useState(isShell);
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <ScriptOnce>{serverThemeScript() ?? ''}</ScriptOnce>
        {earlyRequestScript()}
        <HeadContent />
        {routePreloads()}
      </head>
      <body>
        {isPanel ? (
          <div id={PANEL_ID}>
            <Outlet />
          </div>
        ) : (
          <Page />
        )}
        <Scripts />
      </body>
    </html>
  );
}

/* The browser renders no inline script and preloads nothing by its document, so its bundle has nothing of it. */

const serverThemeScript = createIsomorphicFn().server(() => themeScript);
const earlyRequestScript = createIsomorphicFn().server(() => <EarlyRequestScript />);
const routePreloads = createIsomorphicFn().server(() => <RoutePreloads />);

/** Starts the screen's first request before the bundle has run; see data/early-request. */
function EarlyRequestScript() {
  const match = useMatches().at(-1);
  const script = match?.staticData.earlyRequest?.(match.search, match.params);
  return script ? <ScriptOnce>{script}</ScriptOnce> : null;
}
