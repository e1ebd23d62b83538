/**
 * A process of its own that attacks a server while it is told to: bursts of sign-ins from many addresses, bodies that
 * are too large or never end, and posts from other sites. It runs as `node attacker.ts URL` with a message channel:
 * "attack" and "rest" switch it, "report" is answered with how often each attack got each answer.
 */
import { request, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const BURST_OF_SIGN_INS = 200;
const BETWEEN_BURSTS_MS = 5_000;
const OVERSIZED_AT_ONCE = 3;
const STALLED_AT_ONCE = 20;
/** What an attacker sends at most of one body, if nobody stops it. */
const OVERSIZED_BYTES = 250 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 'a');
const STALLED_LENGTH_BYTES = 50 * 1024 * 1024;

interface Post {
  path: string;
  headers: Record<string, string>;
  /** Sends the body; the request has ended when its promise is fulfilled. */
  send: (outgoing: ReturnType<typeof request>) => Promise<void>;
}

const url = process.argv[2] ?? '';
const answers = new Map<string, Map<string, number>>();
let attacking = false;
let sent = 0;

function count(attack: string, answer: string): void {
  const seen = answers.get(attack) ?? new Map<string, number>();
  answers.set(attack, seen.set(answer, (seen.get(answer) ?? 0) + 1));
}

/** Sends one request and counts its status, or that the server closed the connection. Never rejects. */
function post(attack: string, { path, headers, send }: Post): Promise<void> {
  return new Promise((resolve) => {
    // `path` stays as it is written: an URL would decode it.
    const { hostname, port } = new URL(url);
    const outgoing = request({ hostname, port, path, method: 'POST', headers, agent: false });
    const end = (answer: string) => {
      count(attack, answer);
      outgoing.destroy();
      resolve();
    };
    outgoing.once('response', (response: IncomingMessage) => {
      response.resume();
      end(String(response.statusCode));
    });
    outgoing.once('error', () => end('closed'));
    outgoing.once('close', resolve);
    void send(outgoing);
  });
}

/** A body that is sent whole. */
function whole(text: string): Post['send'] {
  return async (outgoing) => void outgoing.end(text);
}

function* oversizedBody() {
  for (let bytes = 0; bytes < OVERSIZED_BYTES; bytes += CHUNK.length) yield CHUNK;
}

/** As many bytes as the server takes. */
const endless: Post['send'] = (outgoing) =>
  pipeline(oversizedBody, outgoing).catch(() => undefined);

/** The beginning of a body, and then nothing more. */
async function stalled(outgoing: ReturnType<typeof request>): Promise<void> {
  outgoing.write(CHUNK);
}

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'multipart/form-data; boundary=x' };
const SOMEBODY = { authorization: 'Bearer somebody-who-never-signed-in-here' };

/** A client's address of its own for each call: a botnet, as it looks behind a proxy. */
function someAddress(): string {
  sent += 1;
  return `100.${64 + (sent >> 16)}.${(sent >> 8) & 255}.${sent & 255}`;
}

function signIn(): Promise<void> {
  const body = JSON.stringify({
    username: `nobody-${sent}@example.com`,
    password: 'a wrong guess',
  });
  return post('sign-in', {
    path: '/api/auth/login',
    headers: { ...JSON_TYPE, 'x-forwarded-for': someAddress() },
    send: whole(body),
  });
}

function crossSite(): Promise<void> {
  return post('cross-site', {
    path: '/api/auth/login',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'cross-site',
      'x-forwarded-for': '203.0.113.7',
    },
    send: whole('username=admin%40example.com&password=guess'),
  });
}

const OVERSIZED: ReadonlyArray<Omit<Post, 'send'>> = [
  { path: '/%5FserverFn/x', headers: JSON_TYPE },
  { path: '/_serverFn/x', headers: { ...FORM_TYPE, ...SOMEBODY } },
  { path: '/api/auth/login', headers: JSON_TYPE },
  { path: '/api/admin/condos', headers: { ...FORM_TYPE, ...SOMEBODY } },
];

const STALLED: ReadonlyArray<Omit<Post, 'send'>> = [
  { path: '/_serverFn/x', headers: { ...FORM_TYPE, ...SOMEBODY } },
  { path: '/api/admin/bulk-validate', headers: { ...FORM_TYPE, ...SOMEBODY } },
  { path: '/api/auth/login', headers: JSON_TYPE },
];

/** Runs `attack` again and again while attacking, `atOnce` at a time. */
function keepUp(atOnce: number, attack: (number: number) => Promise<void>): void {
  for (let lane = 0; lane < atOnce; lane += 1) {
    void (async () => {
      for (let number = lane; ; number += 1) {
        if (attacking) await attack(number);
        // An attack that is rejected at once does not become a flood: that is the proxy's task.
        await sleep(attacking ? 250 : 50);
      }
    })();
  }
}

function pick<T>(list: readonly T[], number: number): T {
  const one = list[number % list.length];
  if (one === undefined) throw new Error('The list is empty');
  return one;
}

keepUp(OVERSIZED_AT_ONCE, (number) =>
  post('oversized', { ...pick(OVERSIZED, number), send: endless }),
);
keepUp(STALLED_AT_ONCE, (number) =>
  post('stalled', {
    ...pick(STALLED, number),
    headers: {
      ...pick(STALLED, number).headers,
      'content-length': String(STALLED_LENGTH_BYTES),
    },
    send: stalled,
  }),
);
keepUp(1, async () => {
  await Promise.all([
    ...Array.from({ length: BURST_OF_SIGN_INS }, signIn),
    ...Array.from({ length: 20 }, crossSite),
  ]);
  await sleep(BETWEEN_BURSTS_MS);
});

process.on('message', (message) => {
  if (message === 'report') {
    const report = [...answers].map(([attack, seen]) => [attack, Object.fromEntries(seen)]);
    process.send?.(Object.fromEntries(report));
  } else attacking = message === 'attack';
});
process.on('disconnect', () => process.exit());
