import {
  useSyncExternalStore,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import {
  isPasswordRequested,
  settlePasswordRequest,
  subscribePasswordRequest,
  getSession,
  sessionName,
  sessionOwner,
  subscribeSession,
  setupRequired,
} from '~/rpc/session-store';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { ListKeys } from '~/kit/keys/list-keys';
import { AppShell } from '~/kit/layout/app-shell';
import type { NavEntry } from '~/kit/layout/nav-list';
import { UserMenu } from '~/kit/layout/user-menu';
import { logOut } from '~/accounts/log-out';
import { claimDrafts, keepForms, leaveForms } from '~/kit/ui/open-forms';
import { useSelector } from '@tanstack/react-store';
import { t } from '~/language/texts';
import { loginSearch, useSession } from './guard';

const DialogPart = lazyPart(() => import('./password-dialog'));

const dismiss = () => settlePasswordRequest(false);

/** The dialog that asks for the password again when a call requires it. */
export function PasswordRequest() {
  const open = useSyncExternalStore(subscribePasswordRequest, isPasswordRequested, () => false);
  return (
    <DialogPart open={open} onClose={dismiss}>
      {({ PasswordDialog }) => <PasswordDialog open={open} onDone={settlePasswordRequest} />}
    </DialogPart>
  );
}

interface ShellProps {
  entries: readonly NavEntry[];
  menuEntries: readonly NavEntry[];
  /** Screens that a letter after `g` opens. */
  screens: readonly NavEntry[];
  /** The search over everything. */
  search?: ReactNode;
  /** Replaces every screen while a second factor has to be set up. */
  setUp?: ComponentType;
  /** Replaces the route's screen. */
  children?: ReactNode;
}

/** Header, sidebar and the screen; goes to /login as soon as the session ends, for whatever reason. */
export function Shell(props: ShellProps) {
  const { entries, menuEntries, screens, search, setUp: SetUp, children } = props;
  const session = useSession();
  const userName = session ? sessionName(session) : '';
  const isSetupRequired = useSelector(setupRequired);
  // Drafts are claimed before any form looks for its own.
  useState(() => session && claimDrafts(sessionOwner(session)));
  useLeaveOnSessionEnd();
  return (
    <AppShell
      entries={entries}
      welcome={<UserMenu text={t`Welcome, ${userName}`} entries={menuEntries} />}
      search={search}
      onLogout={() => leaveForms(() => void logOut())}
    >
      {isSetupRequired && SetUp ? <SetUp /> : (children ?? <Outlet />)}
      <ListKeys screens={screens} />
      <PasswordRequest />
    </AppShell>
  );
}

function useLeaveOnSessionEnd(): void {
  const router = useRouter();
  const queryClient = useQueryClient();
  useEffect(() => {
    const leave = (search: { redirect?: string }, sessionEnded: boolean) => {
      setupRequired.set(false);
      void router
        .navigate({ to: '/login', search, state: { sessionEnded } })
        .then(() => queryClient.clear());
    };
    // The list's request starts early, so its 401 may have ended the session before this listener was
    // added.
    if (!getSession()) leave(loginSearch(router.state.location.href), true);
    return subscribeSession((session, end) => {
      if (session) return claimDrafts(sessionOwner(session));
      // Unsaved changes are kept for the same user, unless the user logged out.
      if (end === 'logout') claimDrafts('');
      else keepForms();
      const expired = end === 'expired';
      leave(expired ? loginSearch(router.state.location.href) : {}, expired);
    });
  }, [router, queryClient]);
}
