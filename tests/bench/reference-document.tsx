import { HeadContent, Outlet, ScriptOnce, Scripts } from '@tanstack/react-router';
import { START_LIST } from './reference-list';

/** The document of a reference page on the panel's stack; it starts the same request as early. */
export function ReferenceDocument() {
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
