import { useLanguage } from '~/language/use-language';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useMatches } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { useLayoutEffect, type ReactNode } from 'react';
import { useAnswersPresses, useAnswersPressesSoon } from '~/kit/ui/early-presses';
import { loadedPageDocument } from './-hydrated-document';
import { PageDocument } from './-page-document';
import { PageFocus } from '~/kit/layout/page-focus';
import { panelElement } from '~/kit/layout/panel-element';
import { Toaster } from '~/kit/feedback/toaster';

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

/** Pages that need a session are rendered into the panel's element of the document (docs/decisions/0041). */
function Root() {
  return panelElement() ? <PanelPage /> : inDocument(<Page />);
}

/**
 * Puts a page into the document, on the server and when the browser hydrates it. client.tsx has loaded the
 * document's component.
 */
const inDocument = createIsomorphicFn()
  .server((page: ReactNode) => <PageDocument>{page}</PageDocument>)
  .client((page: ReactNode) => {
    const Loaded = loadedPageDocument();
    return Loaded ? <Loaded>{page}</Loaded> : page;
  });

/** The content that the browser renders into the document of a page that needs a session. */
function PanelPage() {
  const title = useMatches({
    select: (matches) =>
      matches.flatMap(({ meta }) => meta ?? []).findLast((entry) => entry?.title !== undefined)
        ?.title,
  });
  // Runs before the effects of the screen, which may set the name of its record.
  useLayoutEffect(() => {
    if (title !== undefined) document.title = title;
  }, [title]);
  useAnswersPresses();
  return <Page />;
}

function Page() {
  useLanguage();
  useAnswersPressesSoon();
  return (
    <>
      <Outlet />
      <PageFocus />
      <Toaster />
    </>
  );
}
