/**
 * Process that attacks a server: bursts of sign-ins from many addresses, posts from other sites, and bodies
 * that are too large or never end. It runs as `node attacker.ts URL`. The messages "attack" and "rest" switch
 * it, and when the message channel ends it prints how often each attack got each answer.
 */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';

const BURST_OF_SIGN_INS = 200;
const BURST_OF_CROSS_SITE = 20;
const BETWEEN_BURSTS_MS = 5_000;
const OVERSIZED_AT_ONCE = 3;
const STALLED_AT_ONCE = 20;
/** Largest body that an attacker sends if nobody stops it. */
const OVERSIZED_BYTES = 250 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 'a');
const STALLED_LENGTH_BYTES = 50 * 1024 * 1024;

const url = process.argv[2] ?? '';
const answers: Record<string, number> = {};
let isAttacking = false;
let signIns = 0;

type Headers = Readonly<Record<string, string>>;

/** Sends one request and counts its status, or that the server closed the connection. Never rejects. */
async function post(attack: string, path: string, headers: Headers, body: string | Readable) {
  const options = { method: 'POST', headers, body, reset: true } as const;
  const answer = await request(url + path, options).then(
    async (response) => {
      await response.body.dump().catch(() => undefined);
      return response.statusCode;
    },
    () => 'closed',
  );
  const key = `${attack}: ${answer}`;
  answers[key] = (answers[key] ?? 0) + 1;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_OF_SOMEBODY = {
  'content-type': 'multipart/form-data; boundary=x',
  authorization: 'Bearer somebody-who-never-signed-in-here',
};
const CROSS_SITE = {
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-site': 'cross-site',
  'x-forwarded-for': '203.0.113.7',
};

/** Signs in from a new address each time, as a botnet behind a proxy does. */
function signIn(): Promise<void> {
  signIns += 1;
  const address = `100.${64 + (signIns >> 16)}.${(signIns >> 8) & 255}.${signIns & 255}`;
  const body = { username: `nobody-${signIns}@example.com`, password: 'a wrong guess' };
  const headers = { ...JSON_TYPE, 'x-forwarded-for': address };
  return post('sign-in', '/api/auth/login', headers, JSON.stringify(body));
}

const postFromOtherSite = () =>
  post('cross-site', '/api/auth/login', CROSS_SITE, 'username=admin%40example.com&password=guess');

function* oversizedBody() {
  for (let bytes = 0; bytes < OVERSIZED_BYTES; bytes += CHUNK.length) yield CHUNK;
}

/** Sends as many bytes as the server takes. */
const oversized = (path: string, headers: Headers) => () =>
  post('oversized', path, headers, Readable.from(oversizedBody()));

/** Sends the beginning of a body, and then nothing more. */
const stalled = (path: string, type: Headers) => () => {
  const body = new Readable({ read: () => undefined });
  body.push(CHUNK);
  return post('stalled', path, { ...type, 'content-length': `${STALLED_LENGTH_BYTES}` }, body);
};

/** Runs these attacks in turn while attacking, several at a time. */
function keepUp(atOnce: number, attacks: ReadonlyArray<() => Promise<unknown>>): void {
  for (let lane = 0; lane < atOnce; lane += 1) {
    void (async () => {
      for (let number = lane; ; number += 1) {
        if (isAttacking) await attacks[number % attacks.length]?.();
        // An attack that is rejected at once must not become a flood, which is for the proxy to stop.
        await sleep(isAttacking ? 250 : 50);
      }
    })();
  }
}

/** Sends a burst of posts, and then rests. */
async function burst(): Promise<void> {
  await Promise.all([
    ...Array.from({ length: BURST_OF_SIGN_INS }, signIn),
    ...Array.from({ length: BURST_OF_CROSS_SITE }, postFromOtherSite),
  ]);
  await sleep(BETWEEN_BURSTS_MS);
}

keepUp(OVERSIZED_AT_ONCE, [
  oversized('/%5FserverFn/x', JSON_TYPE),
  oversized('/_serverFn/x', FORM_OF_SOMEBODY),
  oversized('/api/auth/login', JSON_TYPE),
  oversized('/api/admin/condos', FORM_OF_SOMEBODY),
]);
keepUp(STALLED_AT_ONCE, [
  stalled('/_serverFn/x', FORM_OF_SOMEBODY),
  stalled('/api/admin/bulk-validate', FORM_OF_SOMEBODY),
  stalled('/api/auth/login', JSON_TYPE),
]);
keepUp(1, [burst]);

process.on('message', (message) => {
  isAttacking = message === 'attack';
});
process.on('disconnect', () => {
  console.table(answers);
  process.exit();
});
