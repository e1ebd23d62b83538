import { fieldsOf, readText, type UnknownRecord, parseJson } from '~/fields/reading';
import { storeItem, readItem } from '~/kit/ui/storage';
import { HTTP_UNAUTHORIZED } from '~/rpc/errors/http-status';
import { AppError } from '~/rpc/errors/app-error';
import { createAtom } from '@tanstack/react-store';

/*
 * The session, in local storage and in memory. It is outside of React, since calls need the token
 * (docs/behaviour/session.md).
 */

/** Storage key of the token, which the inline script of the early request reads too. */
export const TOKEN_STORAGE_KEY = 'access_token';
const USER_STORAGE_KEY = 'user';

/** The signed-in user as stored: the user of the login response, with the role added. */
export type SessionUser = UnknownRecord;

export interface Session {
  token: string;
  user: SessionUser;
}

/**
 * Reasons why a session ended: a logout, or anything else, such as a 401 or a cleared storage. Either may
 * have happened in another tab.
 */
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

export function changeSessionUser(fields: UnknownRecord): void {
  const session = getSession();
  if (session) startSession({ token: session.token, user: { ...session.user, ...fields } });
}

export function endSession(end: SessionEnd): void {
  current = null;
  // Other tabs distinguish a logout from an expiry by the order of removal.
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

/**
 * The role of the session's user: the stored one, otherwise super_admin if is_superuser is true, otherwise
 * null.
 */
export function sessionRole({ user }: Session): string | null {
  return readText(user.role) ?? (user.is_superuser === true ? 'super_admin' : null);
}

/** Name for "Welcome, {name}": the first name, or the e-mail address without one. */
export function sessionName(session: Session): string {
  return readText(session.user.first_name) || readText(session.user.email) || '';
}

export function hasPassword(): boolean {
  return getSession()?.user.has_password !== false;
}

/** Identifies the account to which items in the browser's storage belong. */
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

/** Reads the stored session. If storage is blocked, the session lasts as long as the page. */
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
 * Password requests. Calls outside of React wait until the only dialog for it has asked
 * (docs/behaviour/second-factor.md).
 */

const waiting = createAtom<PromiseWithResolvers<boolean> | null>(null);
let dialogs = 0;

/** Asks for the password. Resolves to false if it was not entered, or if no dialog can ask. */
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

/** Calls the listener when the request changes. Returns the unsubscribe function. */
export function subscribePasswordRequest(listener: () => void): () => void {
  const { unsubscribe } = waiting.subscribe(listener);
  dialogs += 1;
  return () => {
    unsubscribe();
    dialogs -= 1;
    // Without a dialog that can ask, as at the end of the session, the request is cancelled.
    if (dialogs === 0) settlePasswordRequest(false);
  };
}

/**
 * True while a second factor must be set up, and the shell shows nothing else
 * (docs/behaviour/second-factor.md).
 */
export const setupRequired = createAtom(false);
