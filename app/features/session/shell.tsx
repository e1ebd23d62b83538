import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { Building2, LayoutDashboard, MailPlus, Upload, Users } from 'lucide-react';
import { useEffect } from 'react';
import { AppShell, type NavEntry } from '~/components/layout/app-shell';
import {
  endSession,
  getSession,
  sessionName,
  sessionOwner,
  subscribeSession,
} from '~/data/session/session-store';
import { claimDrafts, clearDrafts } from '~/lib/draft-storage';
import { keepForms, leaveForms } from '~/lib/open-forms';
import { loginSearch } from './guard';
import { useSession } from './use-session';

/** The sidebar's entries (SPEC.md point 2), in order. */
const NAV_ENTRIES: readonly NavEntry[] = [
  { label: 'Dashboard', to: '/dashboard', icon: LayoutDashboard },
  { label: 'Building', to: '/condos', icon: Building2 },
  { label: 'Users', to: '/users', icon: Users },
  { label: 'Pending Invitations', to: '/pending-invitations', icon: MailPlus },
  { label: 'Bulk Operations', to: '/bulk-operations', icon: Upload },
];

/** Header, sidebar and the screen; leaves for /login as soon as the session ends, for whatever reason. */
export function Shell() {
  const session = useSession();
  useLeaveOnSessionEnd();
  return (
    <AppShell
      entries={NAV_ENTRIES}
      userName={session ? sessionName(session) : ''}
      onLogout={() => leaveForms(() => endSession('logout'))}
    >
      <Outlet />
    </AppShell>
  );
}

function useLeaveOnSessionEnd(): void {
  const router = useRouter();
  const queryClient = useQueryClient();
  useEffect(() => {
    const leave = (search: { redirect?: string }) =>
      void router.navigate({ to: '/login', search }).then(() => queryClient.clear());
    // The list's request starts before the bundle has run: its 401 can be here before anyone listens.
    if (!getSession()) leave(loginSearch(router.state.location.href));
    return subscribeSession((session, end) => {
      if (session) return claimDrafts(sessionOwner(session));
      // What was typed is offered again to whom it belongs to, unless they meant to go.
      if (end === 'logout') clearDrafts();
      else keepForms();
      leave(end === 'expired' ? loginSearch(router.state.location.href) : {});
    });
  }, [router, queryClient]);
}
