import type { Page, Request as BrowserRequest } from '@playwright/test';
import { failedRequest } from './support/console-guard';
import { startOtherSite } from './support/other-site';
import { withServer } from './support/own-server';
import { ADMIN } from './support/server-process';
import { signIn } from './support/screens';
import { expect, test } from './support/test';

/** The call of a server function that `act` makes. */
async function functionCall(page: Page, act: () => Promise<void>): Promise<BrowserRequest> {
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/_serverFn/'),
  );
  await act();
  return sent;
}

/** A call of a server function as a page of the panel makes it, but from outside of a browser. */
function callFunction(url: string, init: RequestInit, more: Record<string, string> = {}) {
  const headers = { origin: new URL(url).origin, 'x-tsr-serverfn': 'true', ...more };
  return fetch(url, { method: 'POST', headers, ...init });
}

const JSON_TYPE = { 'content-type': 'application/json' };

test('every answer has the headers', async ({ panel, page }) => {
  await page.goto('/login');
  const script = await page.locator('script[type=module]').first().getAttribute('src');
  for (const path of [
    '/login',
    '/condos',
    '/nowhere',
    '/api/capabilities',
    '/api/admin/condos',
    '/api/media/none.webp',
    '/_serverFn/none',
    '/favicon.svg',
    '/healthz',
    script ?? '',
  ]) {
    const { headers } = await fetch(panel.url + path);
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('referrer-policy'), path).toBe('same-origin');
    expect(headers.get('x-frame-options'), path).toBe('DENY');
    expect(headers.get('permissions-policy'), path).toMatch(/camera=\(\).*geolocation=\(\)/);
  }
});

test('no cache keeps that a file is missing: another process may have it', async ({ panel }) => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await fetch(`${panel.url}/assets/newer-abcdef.js`, { method });
    expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
  }
});

test('every page has a nonce of its own, and no other script may run', async ({ panel }) => {
  const nonces = new Set<string>();
  const paths = ['/login', '/', '/condos/1', '/nowhere', '/login'];
  for (const path of paths) {
    const response = await fetch(panel.url + path);
    const policy = response.headers.get('content-security-policy') ?? '';
    const [, scripts = '', nonce = ''] =
      /(?:^|; )(script-src 'self' 'nonce-([\w+/=]{24})')(?:;|$)/.exec(policy) ?? [];
    expect(scripts, policy).not.toBe('');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    nonces.add(nonce);
    const tags = (await response.text()).match(/<script\b[^>]*>/g) ?? [];
    expect(tags.length).toBeGreaterThan(0);
    for (const tag of tags) expect(tag).toContain(`nonce="${nonce}"`);
  }
  expect(nonces.size).toBe(paths.length);
});

test.describe('a script that got into a page', () => {
  test.use({ signedIn: false });
  test('does not run', async ({ page, browserGuard }) => {
    browserGuard.expect(/Content Security Policy/, /somebody else: https:\/\/evil\.example/);
    await page.route('/login', async (route) => {
      const response = await route.fetch();
      const injected = `<script>window.ran = 'inline'</script>
      <img src="data:," onerror="window.ran = 'handler'">
      <a id="link" href="javascript:window.ran = 'address'">x</a>
      <base href="https://evil.example/">
      <script src="https://evil.example/x.js"></script>`;
      const body = (await response.text()).replace('</body>', `${injected}</body>`);
      await route.fulfill({ response, body });
    });
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        document.documentElement.dataset.blocked += ` ${effectiveDirective}`;
      });
    });
    await page.goto('/login');
    // The panel's own scripts do run.
    await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.text = "window.ran = 'added'";
      document.body.append(script);
      document.getElementById('link')?.click();
    });
    const blocked = page.locator('html');
    for (const directive of ['script-src-elem', 'script-src-attr', 'base-uri']) {
      await expect(blocked).toHaveAttribute('data-blocked', new RegExp(directive));
    }
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  });
});

test('no other page can frame a page of the panel', async ({ page, panel, browserGuard }) => {
  browserGuard.expect(/somebody else: http/, /frame-ancestors|X-Frame-Options/, /favicon\.ico/);
  const framed = `<iframe src="${panel.url}/login"></iframe><iframe src="/inside"></iframe>`;
  const site = await startOtherSite({ '/': framed, '/inside': 'Of the site itself' });
  for (const origin of [site.url, site.sibling]) {
    await page.goto(origin);
    await expect(page.frameLocator('iframe').nth(1).getByText('Of the site itself')).toBeVisible();
    const [, frame] = page.frames();
    await expect.poll(() => frame?.url()).toBe('chrome-error://chromewebdata/');
    await expect(page.frameLocator('iframe').first().getByText('Login')).toHaveCount(0);
  }
  await site.close();
});

test.describe('server functions', () => {
  test.use({ signedIn: false });

  test('answer a page of another site or origin with 403, whatever it sends', async ({
    page,
    panel,
    browserGuard,
  }) => {
    browserGuard.expect(
      failedRequest(401, 403),
      /somebody else: http/,
      /CORS policy/,
      /net::ERR_FAILED/,
      /favicon\.ico/,
    );
    await page.goto('/login');
    const call = await functionCall(page, () => signIn(page, ADMIN.email, 'not the password'));
    const address = call.url();
    const payload = call.postData() ?? '';
    const form = (type: string) =>
      `<form method="post" action="${address}" enctype="${type}"><input name="email" value="${ADMIN.email}"><button>Send</button></form>`;
    const types = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];
    const site = await startOtherSite({
      '/': '<h1>Other</h1>',
      ...Object.fromEntries(types.map((type) => [`/${type}`, form(type)])),
    });
    for (const origin of [site.url, site.sibling]) {
      for (const type of types) {
        await page.goto(`${origin}/${type}`);
        const answered = page.waitForResponse(address);
        await page.getByRole('button', { name: 'Send' }).click();
        expect((await answered).status(), `${origin} ${type}`).toBe(403);
      }
      await page.goto(origin);
      const simple = page.waitForResponse(address);
      await page.evaluate(
        ([url, body]) =>
          fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', body }),
        [address, payload] as const,
      );
      expect((await simple).status(), `${origin} fetch`).toBe(403);
      const reads = page.evaluate(
        ([url, body]) =>
          fetch(url, {
            method: 'POST',
            credentials: 'include',
            headers: { 'content-type': 'application/json', 'x-tsr-serverfn': 'true' },
            body,
          }),
        [address, payload] as const,
      );
      await expect(reads).rejects.toThrow(/Failed to fetch/);
    }
    // The panel's own request gets through with the same text: the function rejects it, not the guard.
    await page.goto('/login');
    const own = await page.evaluate(
      async ([url, body]) => {
        const headers = { 'content-type': 'application/json', 'x-tsr-serverfn': 'true' };
        return (await fetch(url, { method: 'POST', headers, body })).status;
      },
      [address, payload] as const,
    );
    expect(own).toBe(401);
    expect(
      (await fetch(address, { method: 'POST', headers: JSON_TYPE, body: payload })).status,
    ).toBe(403);
    await site.close();
    expect(panel.output).not.toContain('not the password');
  });

  test('behind a proxy of ours sign-ins are counted by who is before it', async ({
    page,
    browserGuard,
  }) => {
    browserGuard.expect(failedRequest(401));
    await page.goto('/login');
    const call = await functionCall(page, () => signIn(page, ADMIN.email, 'not the password'));
    await withServer({ TRUSTED_PROXIES: '1' }, async (proxied) => {
      const url = proxied.url + new URL(call.url()).pathname;
      const from = async (address: string) => {
        const headers = { ...JSON_TYPE, 'x-forwarded-for': address };
        const response = await callFunction(url, { body: call.postData() }, headers);
        return response.status;
      };
      for (let count = 0; count < 10; count += 1) {
        // The sender has forged what is left of our proxy's entry.
        expect(await from(`198.51.100.${count}, 203.0.113.7`)).toBe(401);
      }
      expect(await from('203.0.113.7')).toBe(429);
      expect(await from('203.0.113.8')).toBe(401);
    });
  });
});
