import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answerBy } from '../support/http-server.ts';

/*
 * `node function.mjs <preset> <folder>`: the process in which a platform runs the function. It stands still (SIGSTOP)
 * whenever no call is under way, as a platform freezes it; who calls it lets it go on first (SIGCONT).
 */

/** What each platform loads, and how it calls what that exports. */
const PLATFORMS = {
  'aws-lambda': {
    entry: 'index.mjs',
    call: ({ handler }, request, address) => callLambda(handler, request, address),
  },
  vercel: {
    entry: 'index.mjs',
    call({ default: app }, request, address) {
      request.headers.set('x-forwarded-for', address);
      return app.fetch(request, { waitUntil: during });
    },
  },
  netlify: {
    entry: 'server.mjs',
    call({ default: answer }, request, address) {
      request.headers.set('x-nf-client-connection-ip', address);
      return answer(request, { waitUntil: () => undefined });
    },
  },
};

let underWay = 0;

/** The process stays awake until this has ended, though the answer may be out. */
async function during(work) {
  underWay += 1;
  await Promise.allSettled([work]);
  underWay -= 1;
  if (underWay === 0) process.kill(process.pid, 'SIGSTOP');
}

/** API Gateway's event, payload format 2.0, as far as it describes the request. */
async function toEvent(request, address) {
  const { method, url } = request;
  const { pathname, search } = new URL(url);
  const { cookie, ...headers } = Object.fromEntries(request.headers);
  const body = Buffer.from(await request.arrayBuffer());
  const type = headers['content-type'] ?? '';
  const isText = /^(?:text\/|application\/(?:json|x-www-form-urlencoded))/.test(type);
  return {
    version: '2.0',
    rawPath: pathname,
    rawQueryString: search.slice(1),
    cookies: cookie?.split('; '),
    headers: { ...headers, 'x-forwarded-for': address },
    requestContext: {
      domainName: headers.host,
      http: { method, path: pathname, protocol: 'HTTP/1.1', sourceIp: address },
      requestId: crypto.randomUUID(),
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

/** Calls the handler of AWS Lambda as an HTTP API does. What crosses Lambda's border is JSON. */
async function callLambda(handler, request, address) {
  const event = JSON.parse(JSON.stringify(await toEvent(request, address)));
  const result = JSON.parse(JSON.stringify(await handler(event, {})));
  const headers = new Headers(result.headers);
  for (const cookie of result.cookies ?? []) headers.append('set-cookie', cookie);
  const content = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8');
  const isEmpty = [204, 304].includes(result.statusCode);
  return new Response(isEmpty ? null : content, { status: result.statusCode, headers });
}

const [preset, folder] = process.argv.slice(2);
const { entry, call } = PLATFORMS[preset];
const exported = await import(pathToFileURL(join(folder, entry)).href);
const invoke = (request, address) => call(exported, request, address);
const server = createServer((incoming, outgoing) => {
  void during(new Promise((resolve) => outgoing.once('close', resolve)));
  answerBy(invoke, incoming, outgoing).catch((error) => {
    process.stderr.write(`${error?.stack ?? error}\n`);
    outgoing.destroy();
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
