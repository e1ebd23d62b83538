import { request as httpRequest, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, test } from './support/test';

// What no page of the panel sends: odd methods, addresses and calls.

test('what the framework cannot read is the caller’s fault, in our words', async ({ panel }) => {
  const before = panel.output.length;
  const ask = async (method: string, path: string) => {
    const { hostname, port } = new URL(panel.url);
    const sent = httpRequest({ hostname, port, method, path }).end();
    const [response]: [IncomingMessage] = await new Promise((resolve, reject) => {
      sent.once('response', (answer: IncomingMessage) => resolve([answer]));
      sent.once('error', reject);
    });
    return [response.statusCode, response.headers['x-frame-options'], await json(response)];
  };
  for (const path of ['/condos', '/api/admin/condos', '/_serverFn/x', '/favicon.svg']) {
    expect(await ask('TRACE', path)).toEqual([405, 'DENY', { detail: 'Method not allowed' }]);
  }
  for (const path of ['/%zz', '/condos/%c0%80', '/api/admin/condos/%', '/api/media/%zz.webp']) {
    expect(await ask('GET', path)).toEqual([400, 'DENY', { detail: 'The address cannot be read' }]);
  }
  expect(panel.output.slice(before)).not.toContain('"level":50');
});

test('a page is there to be read: another method is 405, with the page for a form that was sent too early', async ({
  panel,
}) => {
  const ask = async (method: string, path: string) => {
    const { status, headers } = await fetch(panel.url + path, { method });
    return [status, headers.get('allow')];
  };
  for (const path of ['/login', '/condos/1', '/']) {
    for (const method of ['GET', 'HEAD']) expect(await ask(method, path)).toEqual([200, null]);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      expect(await ask(method, path), `${method} ${path}`).toEqual([405, 'GET, HEAD']);
    }
  }
  expect(await ask('DELETE', '/nowhere')).toEqual([404, null]);
  expect(await ask('PUT', '/api/auth/login')).toEqual([405, expect.stringContaining('POST')]);
  const sent = await fetch(`${panel.url}/login`, { method: 'POST', body: new URLSearchParams() });
  expect(await sent.text()).toContain('Admin Login');
});

test('a call of a function that cannot be read is no error in the log, and is not quoted there', async ({
  page,
  panel,
}) => {
  const called = page.waitForRequest(/_serverFn/);
  await page.goto('/condos');
  const url = (await called).url().split('?', 1)[0] ?? '';
  const before = panel.output.length;
  for (const payload of ['{"secret', 'null', '{"t":{"t":999}}', '[[[']) {
    const response = await fetch(`${url}?payload=${encodeURIComponent(payload)}`, {
      headers: { 'sec-fetch-site': 'same-origin', 'x-tsr-serverfn': 'true' },
    });
    expect(response.status).toBe(400);
  }
  await expect
    .poll(() => panel.output.slice(before).match(/A call could not be read/g))
    .toHaveLength(4);
  expect(panel.output.slice(before)).not.toMatch(/"level":50|secret|stack/);
});

test('a redirect stays within the origin, whatever it is called', async ({ panel }) => {
  for (const path of ['//x', '//evil.example/x?a=1', '/\\evil.example']) {
    const response = await fetch(panel.url + path, { redirect: 'manual' });
    if (response.status === 308) expect(response.headers.get('location')).toMatch(/^\/(?![/\\])/);
  }
  const { status, headers } = await fetch(`${panel.url}//x`, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([308, '/x']);
});
