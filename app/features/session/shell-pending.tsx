import { AppShell } from '~/components/layout/app-shell';
import { useFrameHydrated } from './frame-hydrated';

/** What the server sends for a page behind the session: the empty frame. */
export function ShellPending() {
  useFrameHydrated();
  return (
    <AppShell entries={[]} userName={null} onLogout={null}>
      {null}
    </AppShell>
  );
}
