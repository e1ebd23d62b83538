import type { Browser } from '@playwright/test';
import { storeSession } from './bundle-size';

export interface ListCall {
  url: string;
  headers: Record<string, string>;
}

/** The server-function call of the building list as the panel's page makes it; `origin` is whose call it seems to be. */
export async function captureListCall(
  browser: Browser,
  { url, session }: { url: string; session: { token: string; user: object } },
): Promise<ListCall> {
  const context = await browser.newContext();
  await context.addInitScript(storeSession, session);
  const page = await context.newPage();
  const request = page.waitForRequest((candidate) => candidate.url().includes('/_serverFn/'));
  await page.goto(`${url}/condos`);
  const call = await request;
  await context.close();
  return {
    url: call.url(),
    headers: { authorization: `Bearer ${session.token}`, 'x-tsr-serverFn': 'true' },
  };
}
