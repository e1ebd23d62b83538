import { createRootRoute, HeadContent, Outlet, ScriptOnce, Scripts } from '@tanstack/react-router';
import { START_LIST } from '../../../reference-list';

export const Route = createRootRoute({ component: RootDocument });

function RootDocument() {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <ScriptOnce>{START_LIST}</ScriptOnce>
        <HeadContent />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  );
}
