import { AppShell } from '~/components/layout/app-shell';
import { useShellHydrated } from './shell-hydrated';

/** What the server sends for a page behind the session: the empty shell. */
export function ShellPending() {
  useShellHydrated();
  return (
    <AppShell entries={[]} userName={null} onLogout={null}>
      {null}
    </AppShell>
  );
}
