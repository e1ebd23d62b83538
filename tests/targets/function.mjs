import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answerBy } from '../support/http-server.ts';

/*
 * `node function.mjs <preset> <folder>` is the process in which a platform runs the function. It stops itself
 * (SIGSTOP) while there is no call, as a platform freezes it. The caller resumes it first (SIGCONT).
 */

/** The file that each platform loads, how it calls the function, and the header with the client's address. */
const PLATFORMS = {
  'aws-lambda': {
    entry: 'index.mjs',
    header: 'x-forwarded-for',
    call: ({ handler }, request, address) => callLambda(handler, request, address),
  },
  vercel: {
    entry: 'index.mjs',
    header: 'x-forwarded-for',
    call: ({ default: app }, request) => app.fetch(request, { waitUntil: during }),
  },
  netlify: {
    entry: 'server.mjs',
    header: 'x-nf-client-connection-ip',
    call: ({ default: answer }, request) => answer(request, { waitUntil: () => undefined }),
  },
};

let pending = 0;

/** Keeps the process running until some work has ended, even after the answer has been sent. */
async function during(work) {
  pending += 1;
  await Promise.allSettled([work]);
  pending -= 1;
  if (pending === 0) process.kill(process.pid, 'SIGSTOP');
}

/** Builds API Gateway's event, payload format 2.0, with the parts that describe the request. */
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
    headers,
    requestContext: {
      domainName: headers.host,
      http: { method, path: pathname, protocol: 'HTTP/1.1', sourceIp: address },
      requestId: crypto.randomUUID(),
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

/** Calls the handler of AWS Lambda as an HTTP API does. Event and result pass Lambda's border as JSON. */
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
const { entry, header, call } = PLATFORMS[preset];
const exported = await import(pathToFileURL(join(folder, entry)).href);
const invoke = (request, address) => {
  request.headers.set(header, address);
  return call(exported, request, address);
};
const server = createServer((incoming, outgoing) => {
  void during(new Promise((resolve) => outgoing.once('close', resolve)));
  answerBy(invoke, incoming, outgoing).catch((error) => {
    process.stderr.write(`${error?.stack ?? error}\n`);
    outgoing.destroy();
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
