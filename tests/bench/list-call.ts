import type { Browser, BrowserContext } from '@playwright/test';
import { LIST_CALL_KEY } from './reference-list';

export interface ListCall {
  url: string;
  headers: Record<string, string>;
}

/** The first server-function call of a page of the panel, that of its list or record; of the buildings unless another is named. */
export async function captureListCall(
  browser: Browser,
  { url, session }: { url: string; session: { token: string; user: object } },
  path = '/condos',
): Promise<ListCall> {
  const context = await browser.newContext();
  await context.addInitScript(storeSession, session);
  const page = await context.newPage();
  const request = page.waitForRequest((candidate) => candidate.url().includes('/_serverFn/'));
  await page.goto(url + path);
  const call = await request;
  await context.close();
  return {
    url: call.url(),
    headers: { authorization: `Bearer ${session.token}`, 'x-tsr-serverFn': 'true' },
  };
}

/** Reference pages of the context make this call, on the origin that they are served from. */
export async function storeCall(
  context: BrowserContext,
  { url, headers }: ListCall,
): Promise<void> {
  const { pathname, search } = new URL(url);
  const call = JSON.stringify({ url: pathname + search, headers });
  await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    LIST_CALL_KEY,
    call,
  ] as const);
}

/** Runs in the page: puts a session where the panel looks for it. */
export function storeSession({ token, user }: { token: string; user: object }): void {
  localStorage.setItem('access_token', token);
  localStorage.setItem('user', JSON.stringify(user));
}
