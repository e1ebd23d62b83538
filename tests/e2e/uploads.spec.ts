import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  request,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
} from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { withServer } from './support/own-server';
import type { ServerProcess } from './support/server-process';
import { expect, test } from './support/test';
import { listening } from '../support/listening';

const MEGABYTE = 1024 * 1024;
const FORM = {
  type: 'multipart/form-data; boundary=x',
  start: '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n...',
};

/**
 * Server function of a form and the header that names its call, as the panel itself sends them to
 * create a building.
 */
interface Upload {
  path: string;
  call: string;
}

async function captureUpload(page: Page): Promise<Upload> {
  await page.goto('/condos/create');
  await page.getByRole('button', { name: 'Create Building' }).waitFor();
  const boxes = page.getByRole('main').locator('input[type=text], textarea');
  for (const box of await boxes.all()) await box.fill('https://a.example');
  for (const label of ['Date Built', 'Number of Units']) await page.getByLabel(label).fill('');
  const calls = '**/_serverFn/**';
  const { promise, resolve } = Promise.withResolvers<Upload>();
  await page.route(calls, (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const call = route.request().headers()['x-call'] ?? '';
    resolve({ path: new URL(route.request().url()).pathname, call });
    return route.abort();
  });
  await page.getByRole('button', { name: 'Create Building' }).click();
  const upload = await promise;
  await page.unroute(calls);
  return upload;
}

/** A request as a page makes it, of which `start` is on its way and no more will be. */
function startRequest(url: string, start: string, headers: OutgoingHttpHeaders): ClientRequest {
  const { origin } = new URL(url);
  const upload = request(url, {
    method: 'POST',
    headers: { origin, 'x-tsr-serverfn': 'true', ...headers },
  });
  upload.on('error', () => undefined);
  upload.write(start);
  return upload;
}

async function statusOf(upload: ClientRequest): Promise<number | undefined> {
  const [response]: [IncomingMessage] = await new Promise((resolve, reject) => {
    upload.once('response', (answer: IncomingMessage) => resolve([answer]));
    upload.once('error', reject);
  });
  upload.destroy();
  return response.statusCode;
}

/** A panel on another API. */
async function withPanelOf(
  api: Server,
  use: (panel: ServerProcess) => Promise<void>,
): Promise<void> {
  const { url, close } = await listening(api);
  await withServer({ API_BASE_URL: `${url}/api` }, use);
  await close();
}

test('another API receives an upload while it is still on its way here', async ({
  page,
  browserGuard,
}) => {
  browserGuard.expect(/net::ERR_FAILED/);
  const { path, call } = await captureUpload(page);
  const received: { headers: Record<string, unknown>; bytes: number }[] = [];
  const api = createServer((incoming, response) => {
    const one = { headers: incoming.headers, bytes: 0 };
    received.push(one);
    incoming.on('data', (chunk: Buffer) => {
      one.bytes += chunk.length;
      // Such an API need not take it whole to say no.
      if (one.bytes >= MEGABYTE) response.writeHead(401).end('{}');
    });
  });
  await withPanelOf(api, async (panel) => {
    const upload = startRequest(panel.url + path, FORM.start.padEnd(MEGABYTE, '.'), {
      'x-call': call,
      'content-type': FORM.type,
      'content-length': 90 * MEGABYTE,
      authorization: 'Bearer any',
    });
    const status = await statusOf(upload);
    expect(status).toBe(401);
    expect(received).toMatchObject([
      {
        bytes: MEGABYTE,
        headers: {
          authorization: 'Bearer any',
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': String(90 * MEGABYTE),
        },
      },
    ]);
  });
});

/**
 * Sends the beginning of a body and then closes the connection. Before that, the server has accepted
 * the request and had a moment to read from it.
 */
async function breakOff(
  url: string,
  { type, start, call, token, chunked = false, length = MEGABYTE / 2 }: BrokenUpload,
): Promise<string> {
  const id = randomUUID();
  const upload = startRequest(url, start, {
    'x-request-id': id,
    'content-type': type,
    expect: '100-continue',
    ...(!chunked && { 'content-length': length }),
    ...(call && { 'x-call': call }),
    ...(token && { authorization: `Bearer ${token}` }),
  });
  await once(upload, 'continue');
  await sleep(BREAK_MS);
  upload.destroy();
  return id;
}

interface BrokenUpload {
  type: string;
  start: string;
  call?: string;
  token?: string;
  chunked?: boolean;
  /** Announced length in bytes. */
  length?: number;
}

const BREAK_MS = 300;
const JSON_BODY = { type: 'application/json', start: '{"data":' };

/** Checks that each of the requests was logged with 499, and that there was nothing to alert anyone. */
async function expectQuietLog(panel: ServerProcess, before: number, ids: string[]): Promise<void> {
  const lines = () => panel.output.slice(before).split('\n').slice(0, -1);
  for (const id of ids) {
    await expect.poll(() => lines().find((line) => line.includes(id))).toContain('"status":499');
  }
  expect(lines().filter((line) => !/"level":[1-3]0/.test(line))).toEqual([]);
}

test('uploads that break off leave no error in the log', async ({
  page,
  panel,
  api,
  browserGuard,
}) => {
  browserGuard.expect(/net::ERR_FAILED/);
  const { path, call } = await captureUpload(page);
  const { token } = api.session;
  const before = panel.output.length;
  const ids = await Promise.all([
    breakOff(panel.url + path, { ...FORM, call, token }),
    breakOff(panel.url + path, { ...FORM, call, token, chunked: true }),
    breakOff(panel.url + path, { ...JSON_BODY, call, token }),
    breakOff(`${panel.url}/api/auth/login`, { ...JSON_BODY, length: 16 * 1024 }),
    breakOff(`${panel.url}/api/auth/login`, { ...JSON_BODY, chunked: true }),
    breakOff(`${panel.url}/api/admin/condos`, { ...FORM, token }),
    breakOff(`${panel.url}/api/admin/condos`, { ...FORM, token, chunked: true }),
    breakOff(`${panel.url}/api/admin/bulk-validate`, { ...FORM, token }),
  ]);
  await expectQuietLog(panel, before, ids);
});
