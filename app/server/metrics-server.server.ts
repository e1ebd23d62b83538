import { createServer, type Server, type ServerResponse } from 'node:http';
import { HTTP_INTERNAL_SERVER_ERROR, HTTP_NOT_FOUND } from '~/contract/http-status';
import { writeMetrics } from './health.server';

/** Serves nothing but /metrics on a separate port, which need not be public. */
export async function startMetricsServer(port: number, host: string): Promise<Server> {
  const server = createServer((request, response) => {
    void send(request.url ?? '', response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // The metrics server does not keep the process alive.
  server.unref();
  return server;
}

async function send(url: string, response: ServerResponse): Promise<void> {
  const answered = await answer(url);
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  response.end(await answered.text());
}

async function answer(url: string): Promise<Response> {
  if (url.split('?')[0] !== '/metrics')
    return new Response('Not found', { status: HTTP_NOT_FOUND });
  try {
    return await writeMetrics();
  } catch {
    return new Response('The metrics could not be read', { status: HTTP_INTERNAL_SERVER_ERROR });
  }
}
