import { ScriptOnce } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import type { ReactNode } from 'react';
import { AppShell } from '~/kit/layout/app-shell';
import { TOKEN_STORAGE_KEY } from '~/rpc/session-store';
import { useMenus } from './-menus';
import { PendingScreen } from './-pending-screen.server';

/** The shell while it loads. The server sends it for pages that need a session, which it cannot read. */
export function ShellPending() {
  return inDocument(
    <AppShell entries={useMenus().sidebar} onLogout={null}>
      {pendingScreen()}
    </AppShell>,
  );
}

/** Marks browsers with a session before the first paint. Others see only the app shell (styles.css). */
const MARK = `try{if(localStorage.getItem('${TOKEN_STORAGE_KEY}'))document.documentElement.dataset.session=''}catch{}`;

const inDocument = createIsomorphicFn()
  .server((shell: ReactNode) => (
    <div data-pending-shell>
      <ScriptOnce>{MARK}</ScriptOnce>
      {shell}
    </div>
  ))
  .client((shell: ReactNode) => shell);

const pendingScreen = createIsomorphicFn()
  .server((): ReactNode => <PendingScreen />)
  .client((): ReactNode => null);
