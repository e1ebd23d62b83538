import { redirect } from '@tanstack/react-router';
import { getSession, sessionRole } from '~/data/session/session-store';
import type { Role } from '~/contract/role';
import { shellHydrated } from './shell-hydrated';
import { safeRedirect } from './safe-redirect';

const HOME = '/dashboard';

/**
 * Guard of the shell: without a session to /login, carrying the page along (READINGS.md, "After login"). For comfort
 * only; the API checks every call.
 */
export function requireSession(href: string): void | Promise<never> {
  if (getSession()) return;
  return shellHydrated().then(() => {
    throw redirect({ to: '/login', search: loginSearch(href) });
  });
}

/** Guard of a route with an allowed list: any other role goes to the dashboard (SPEC.md point 6). */
export function requireRole(allowed: readonly Role[]): void {
  const session = getSession();
  const names: readonly string[] = allowed;
  if (session && !names.includes(sessionRole(session) ?? '')) throw redirect({ to: HOME });
}

/** Guard of /login in the browser: who is signed in already goes on. */
export function redirectSignedIn(target: string | undefined): void {
  if (getSession()) throw redirect({ href: safeRedirect(target) ?? HOME });
}

/**
 * Search params of /login; `redirect` is kept only when it is a path of our own. It is always named: the router lays
 * the result over the params as they came, so a key that is left out would keep its unchecked value.
 */
export function validateLoginSearch(search: Record<string, unknown>): {
  redirect?: string | undefined;
} {
  return { redirect: loginSearch(search.redirect).redirect };
}

/** The page to come back to; the dashboard is where a plain login leads anyway. */
export function loginSearch(href: unknown): { redirect?: string } {
  const target = safeRedirect(href);
  return target && target !== '/' && target !== HOME ? { redirect: target } : {};
}
