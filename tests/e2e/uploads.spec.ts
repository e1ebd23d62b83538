import { once } from 'node:events';
import { createServer, request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Page } from '@playwright/test';
import { PanelServer } from './support/panel-server';
import { expect, test } from './support/test';

const MEGABYTE = 1024 * 1024;

/** The path of the server function that creates buildings: what the panel itself calls. */
async function uploadPath(page: Page): Promise<string> {
  await page.goto('/condos/create');
  await page.getByRole('button', { name: 'Create Building' }).waitFor();
  const boxes = page.getByRole('main').locator('input[type=text], textarea');
  for (const box of await boxes.all()) await box.fill('https://a.example');
  await page.getByLabel('Date Built').fill('');
  const calls = '**/_serverFn/**';
  const { promise, resolve } = Promise.withResolvers<string>();
  await page.route(calls, (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    resolve(new URL(route.request().url()).pathname);
    return route.abort();
  });
  await page.getByRole('button', { name: 'Create Building' }).click();
  const path = await promise;
  await page.unroute(calls);
  return path;
}

/** A form of 90 MB of which `sent` bytes are on their way and no more will be. */
function startUpload(url: string, sent: number, authorization?: string): ClientRequest {
  const upload = request(url, {
    method: 'POST',
    headers: {
      origin: new URL(url).origin,
      'x-tsr-serverfn': 'true',
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 90 * MEGABYTE,
      ...(authorization && { authorization }),
    },
  });
  upload.on('error', () => undefined);
  upload.flushHeaders();
  const head = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
  if (sent > 0) upload.write(head + '.'.repeat(sent - head.length));
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

test('an upload without a good token is answered before it has arrived', async ({
  page,
  panel,
  browserGuard,
}) => {
  browserGuard.expect(/net::ERR_FAILED/);
  const path = await uploadPath(page);
  for (const spelling of [path, path.replace('_', '%5F')]) {
    const url = panel.url + spelling;
    expect(await statusOf(startUpload(url, 0))).toBe(401);
    expect(await statusOf(startUpload(url, 100, `Bearer ${'x'.repeat(43)}`))).toBe(401);
  }
});

test('another API receives an upload while it is still on its way here', async ({
  page,
  browserGuard,
}) => {
  browserGuard.expect(/net::ERR_FAILED/);
  const path = await uploadPath(page);
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
  await once(api.listen(0, '127.0.0.1'), 'listening');
  const address = api.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const panel = await PanelServer.start({ API_BASE_URL: `http://127.0.0.1:${port}/api` });
  try {
    const status = await statusOf(startUpload(panel.url + path, MEGABYTE, 'Bearer any'));
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
  } finally {
    await panel.stop();
    api.closeAllConnections();
    api.close();
  }
});
