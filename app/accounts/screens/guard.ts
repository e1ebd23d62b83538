import type { Role } from '~/users/roles';
import { notFound, redirect } from '@tanstack/react-router';
import { getSession, sessionRole, subscribeSession, type Session } from '~/rpc/session-store';
import { apiKind } from '~/rpc/api-kind';
import { useSyncExternalStore } from 'react';

const HOME = '/dashboard';

/**
 * Guard of the shell: without a session it redirects to /login, with the current page as `redirect`. It is
 * not a security boundary, since the API checks every call.
 */
export function requireSession(href: string): void {
  if (!getSession()) throw redirect({ to: '/login', search: loginSearch(href) });
}

/** Guard of a route for one role. Other roles are redirected to the dashboard. */
export function requireRole(role: Role): void {
  const session = getSession();
  if (session && sessionRole(session) !== role) throw redirect({ to: HOME });
}

/** Guard of a screen that only the embedded API has. With an external API the page is not found. */
export function requireEmbedded(): void {
  if (!apiKind().isEmbedded) throw notFound();
}

/** Guard of /login in the browser: signed-in users are redirected. */
export function redirectSignedIn(target: string | undefined): void {
  if (getSession()) throw redirect({ href: safeRedirect(target) ?? HOME });
}

/**
 * Search params of /login; `redirect` is kept only if it is a same-origin path. It is always set: the router
 * merges the result into the raw params, so an omitted key would keep its unchecked value.
 */
export function validateLoginSearch(search: Record<string, unknown>): {
  redirect?: string | undefined;
} {
  return { redirect: loginSearch(search.redirect).redirect };
}

/** The page to return to; left out for the dashboard, which is the default. */
export function loginSearch(href: unknown): { redirect?: string } {
  const target = safeRedirect(href);
  return target && target !== '/' && target !== HOME ? { redirect: target } : {};
}

const ANY_ORIGIN = 'http://same.origin';

/** A same-origin path with its search and hash, or undefined for anything else. */
export function safeRedirect(href: unknown): string | undefined {
  if (typeof href !== 'string' || !href.startsWith('/')) return undefined;
  if (!URL.canParse(href, ANY_ORIGIN)) return undefined;
  const url = new URL(href, ANY_ORIGIN);
  if (url.origin !== ANY_ORIGIN || url.pathname.startsWith('//')) return undefined;
  if (url.pathname === '/login') return undefined;
  return url.pathname + url.search + url.hash;
}

/** The session; rerenders when it starts or ends, in this tab or another. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribeSession, getSession, () => null);
}
