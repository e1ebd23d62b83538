import { AppShell } from '~/components/layout/app-shell';

/** The empty shell, which the server sends for a page behind the session. */
export function ShellPending() {
  return (
    <AppShell entries={[]} userName={null} onLogout={null}>
      {null}
    </AppShell>
  );
}
