import { createRootRoute, HeadContent, Outlet, ScriptOnce, Scripts } from '@tanstack/react-router';
import { START_LIST } from '../../../reference-list';

export const Route = createRootRoute({ component: ReferenceDocument });

/** Starts the panel's request for its list as early as the panel does. */
function ReferenceDocument() {
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
