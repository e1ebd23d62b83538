import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { Toaster } from '~/components/feedback/toaster';
import { pageDocument } from '~/components/layout/lazy-page-document';
import { PageDocument } from '~/components/layout/page-document';
import { PageFocus } from '~/components/layout/page-focus';
import { PageTitle } from '~/components/layout/page-title';
import { panelElement } from '~/components/layout/panel-element';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'color-scheme', content: 'light dark' },
      { title: 'Condo Admin' },
    ],
    links: [{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }],
  }),
  component: Root,
});

const serverDocument = createIsomorphicFn().server(() => PageDocument);

function Root() {
  const Document = serverDocument() ?? pageDocument.peek()?.PageDocument;
  return panelElement() || !Document ? (
    <PanelPage />
  ) : (
    <Document>
      <Page />
    </Document>
  );
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
