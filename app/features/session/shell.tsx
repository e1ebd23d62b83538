import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { Building2, LayoutDashboard, MailPlus, Upload, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { lazyModule, useLazyModule } from '~/components/feedback/lazy-module';
import { AppShell, type NavEntry } from '~/components/layout/app-shell';
import { NO_CAPABILITIES } from '~/data/capabilities/capabilities';
import { capabilityQueries } from '~/data/capabilities/capabilities.queries';
import {
  getSession,
  sessionName,
  subscribeSession,
  type Session,
} from '~/data/session/session-store';
import { claimDrafts, keepForms, leaveForms } from '~/lib/open-forms';
import { useShellHydrated } from './shell-hydrated';
import { loginSearch } from './guard';
import { logOut } from './log-out';
import { PasswordRequest } from './password-request';
import { useSession } from './use-session';

/** The sidebar's entries (docs/behaviour.md, "Screens"), in order. */
const NAV_ENTRIES: readonly NavEntry[] = [
  { label: 'Dashboard', to: '/dashboard', icon: LayoutDashboard },
  { label: 'Building', to: '/condos', icon: Building2 },
  { label: 'Users', to: '/users', icon: Users },
  { label: 'Pending Invitations', to: '/pending-invitations', icon: MailPlus },
  { label: 'Bulk Operations', to: '/bulk-operations', icon: Upload },
];

const welcomeMenu = lazyModule(() => import('./welcome-menu'));

/** Header, sidebar and the screen; goes to /login as soon as the session ends, for whatever reason. */
export function Shell() {
  const session = useSession();
  const { data: can = NO_CAPABILITIES } = useQuery(capabilityQueries.current());
  const offersMore = Object.values(can).includes(true);
  const WelcomeMenu = useLazyModule(welcomeMenu, offersMore).module?.WelcomeMenu;
  // Before any form looks for its draft.
  useState(() => session && claimDrafts(ownerOf(session)));
  useLeaveOnSessionEnd();
  useShellHydrated();
  return (
    <AppShell
      entries={NAV_ENTRIES}
      userName={session ? sessionName(session) : ''}
      renderWelcome={WelcomeMenu && ((text) => <WelcomeMenu text={text} can={can} />)}
      onLogout={() => leaveForms(logOut)}
    >
      <Outlet />
      <PasswordRequest />
    </AppShell>
  );
}

/** Identifies a user's drafts. */
function ownerOf({ user }: Session): string {
  return JSON.stringify([user.id, user.email]);
}

function useLeaveOnSessionEnd(): void {
  const router = useRouter();
  const queryClient = useQueryClient();
  useEffect(() => {
    const leave = (search: { redirect?: string }, sessionEnded: boolean) =>
      void router
        .navigate({ to: '/login', search, state: { sessionEnded } })
        .then(() => queryClient.clear());
    // The list's request starts before the bundle has run: its 401 may arrive before there is a listener.
    if (!getSession()) leave(loginSearch(router.state.location.href), true);
    return subscribeSession((session, end) => {
      if (session) return claimDrafts(ownerOf(session));
      // Unsaved changes are kept for the same user, unless the user logged out.
      if (end === 'logout') claimDrafts('');
      else keepForms();
      const expired = end === 'expired';
      leave(expired ? loginSearch(router.state.location.href) : {}, expired);
    });
  }, [router, queryClient]);
}
