import { AppShell } from '~/components/layout/app-shell';

/** What the server sends for a page behind the session: the empty shell. */
export function ShellPending() {
  return (
    <AppShell entries={[]} userName={null} onLogout={null}>
      {null}
    </AppShell>
  );
}
