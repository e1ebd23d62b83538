import { fieldsOf, readText, type Fields, parseJson } from '~/fields/reading';
import { storeItem, readItem } from '~/kit/ui/storage';
import { HTTP_UNAUTHORIZED } from '~/rpc/errors/http-status';
import { AppError } from '~/rpc/errors/app-error';
import { createAtom } from '@tanstack/react-store';

/*
 * The session, in local storage and in memory. Outside of React, since calls need the token
 * (docs/behaviour/session.md).
 */

/** The early request's inline script reads the token too. */
export const TOKEN_STORAGE_KEY = 'access_token';
const USER_STORAGE_KEY = 'user';

/** The signed-in user as stored: the user of the login response, with the role added. */
export type SessionUser = Fields;

export interface Session {
  token: string;
  user: SessionUser;
}

/** Why a session ended: a logout, or anything else, such as a 401 or a cleared storage; here or in another tab. */
type SessionEnd = 'logout' | 'expired';

type SessionListener = (session: Session | null, end: SessionEnd | null) => void;

let current: Session | null | undefined;
const listeners = new Set<SessionListener>();

/** The session, or null; read from local storage once, then from memory. Always null on the server. */
export function getSession(): Session | null {
  if (typeof window === 'undefined') return null;
  current ??= readStored();
  return current;
}

export function startSession(session: Session): void {
  current = session;
  storeItem(TOKEN_STORAGE_KEY, session.token || null);
  storeItem(USER_STORAGE_KEY, JSON.stringify(session.user));
  notify(null);
}

export function changeSessionUser(fields: Fields): void {
  const session = getSession();
  if (session) startSession({ token: session.token, user: { ...session.user, ...fields } });
}

export function endSession(end: SessionEnd): void {
  current = null;
  // The order of removal lets other tabs distinguish a logout from an expiry.
  for (const key of end === 'logout'
    ? [USER_STORAGE_KEY, TOKEN_STORAGE_KEY]
    : [TOKEN_STORAGE_KEY, USER_STORAGE_KEY])
    storeItem(key, null);
  notify(end);
}

/** Calls the listener on every change, in other tabs too. Returns the unsubscribe function. */
export function subscribeSession(listener: SessionListener): () => void {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTab);
  };
}

/** The role of the session's user: the stored one, else super_admin if is_superuser, else null. */
export function sessionRole({ user }: Session): string | null {
  return readText(user.role) ?? (user.is_superuser === true ? 'super_admin' : null);
}

/** "Welcome, {name}": the first name, or the e-mail when there is none. */
export function sessionName(session: Session): string {
  return readText(session.user.first_name) || readText(session.user.email) || '';
}

export function hasPassword(): boolean {
  return getSession()?.user.has_password !== false;
}

/** Identifies the account that items in the browser's storage belong to. */
export function sessionOwner({ user }: Session): string {
  return JSON.stringify([user.id, user.email]);
}

/** The account that is signed in; empty without a session. */
export function currentOwner(): string {
  const session = getSession();
  return session ? sessionOwner(session) : '';
}

function notify(end: SessionEnd | null): void {
  for (const listener of listeners) listener(getSession(), end);
}

function followOtherTab(event: StorageEvent): void {
  // A null key means that the whole storage was cleared.
  if (event.key !== null && event.key !== TOKEN_STORAGE_KEY && event.key !== USER_STORAGE_KEY)
    return;
  const before = current;
  current = readStored();
  if (before && !current) endSession(event.key === USER_STORAGE_KEY ? 'logout' : 'expired');
  else notify(null);
}

/** Without storage the session lasts as long as the page. */
function readStored(): Session | null {
  const token = readItem(TOKEN_STORAGE_KEY);
  const user = parseUser(readItem(USER_STORAGE_KEY));
  return token && user ? { token, user } : null;
}

function parseUser(text: string | null): SessionUser | null {
  if (!text) return null;
  const user = fieldsOf(parseJson(text));
  return Object.keys(user).length > 0 ? user : null;
}

/** Browser side: a call that was rejected with 401 while a token is stored ends the session. */
export function endExpiredSession(error: unknown): void {
  if (error instanceof AppError && error.status === HTTP_UNAUTHORIZED && getSession())
    endSession('expired');
}

/*
 * Password requests: calls outside of React wait until the one dialog has asked
 * (docs/behaviour/second-factor.md).
 */

const waiting = createAtom<PromiseWithResolvers<boolean> | null>(null);
let dialogs = 0;

/** Asks for the password; false when it was not entered, or nothing on the page can ask. */
export async function askForPassword(): Promise<boolean> {
  if (dialogs === 0) return false;
  const request = waiting.get() ?? Promise.withResolvers<boolean>();
  waiting.set(request);
  return request.promise;
}

export function isPasswordRequested(): boolean {
  return waiting.get() !== null;
}

export function settlePasswordRequest(entered: boolean): void {
  waiting.get()?.resolve(entered);
  waiting.set(null);
}

/** Calls the listener when that changes. Returns the unsubscribe function. */
export function subscribePasswordRequest(listener: () => void): () => void {
  const { unsubscribe } = waiting.subscribe(listener);
  dialogs += 1;
  return () => {
    unsubscribe();
    dialogs -= 1;
    // The question is cancelled with the last dialog that can ask it, as at the end of the session.
    if (dialogs === 0) settlePasswordRequest(false);
  };
}

/** True while a second factor must be set up: the shell shows only that (docs/behaviour/second-factor.md). */
export const setupRequired = createAtom(false);
