import { expect, it, vi } from 'vitest';
import type { Log } from '~/platform/log';
import { withProxy } from '~/platform/http/proxy.server';

function open(settings: { publicUrl: string; trustedProxies: number }) {
  const warn = vi.fn<Log['warn']>();
  const log = { info() {}, warn, error() {} };
  const handle = withProxy(() => new Response('ok'), settings, log);
  const ask = async (headers: Record<string, string> = {}) =>
    handle(new Request('http://panel.test/', { headers }));
  return { ask, warn };
}

it('browsers keep to HTTPS for a year where PUBLIC_URL is https', async () => {
  const header = 'strict-transport-security';
  for (const publicUrl of ['https://admin.example', 'HTTPS://Admin.Example']) {
    const https = open({ publicUrl, trustedProxies: 1 });
    expect((await https.ask()).headers.get(header)).toBe('max-age=31536000');
  }
  const http = open({ publicUrl: 'http://admin.example', trustedProxies: 1 });
  expect((await http.ask()).headers.has(header)).toBe(false);
});

it('a proxy that no setting knows of is named once', async () => {
  const { ask, warn } = open({ publicUrl: 'http://localhost', trustedProxies: 0 });
  await ask();
  expect(warn).not.toHaveBeenCalled();
  await ask({ 'x-forwarded-for': '203.0.113.7' });
  await ask({ 'x-forwarded-for': '203.0.113.8' });
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn.mock.calls[0]?.[1]).toContain('TRUSTED_PROXIES is 0');
  // Whoever it came from, its address is not written down.
  expect(JSON.stringify(warn.mock.calls)).not.toContain('203.0.113');

  const known = open({ publicUrl: 'http://localhost', trustedProxies: 1 });
  await known.ask({ 'x-forwarded-for': '203.0.113.7' });
  expect(known.warn).not.toHaveBeenCalled();
});
