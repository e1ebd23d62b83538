/**
 * A process of its own that attacks a server while it is told to: bursts of sign-ins from many addresses, posts from
 * other sites, and bodies that are too large or never end. It runs as `node attacker.ts URL` with a message channel:
 * "attack" and "rest" switch it, and when the channel ends it prints how often each attack got each answer.
 */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';

const BURST_OF_SIGN_INS = 200;
const BURST_OF_CROSS_SITE = 20;
const BETWEEN_BURSTS_MS = 5_000;
const OVERSIZED_AT_ONCE = 3;
const STALLED_AT_ONCE = 20;
/** What an attacker sends at most of one body, if nobody stops it. */
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

function* oversizedBody() {
  for (let bytes = 0; bytes < OVERSIZED_BYTES; bytes += CHUNK.length) yield CHUNK;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_OF_SOMEBODY = {
  'content-type': 'multipart/form-data; boundary=x',
  authorization: 'Bearer somebody-who-never-signed-in-here',
};

/** From an address of its own for each call: a botnet, as it looks behind a proxy. */
function signIn(): Promise<void> {
  signIns += 1;
  const address = `100.${64 + (signIns >> 16)}.${(signIns >> 8) & 255}.${signIns & 255}`;
  const body = { username: `nobody-${signIns}@example.com`, password: 'a wrong guess' };
  const headers = { ...JSON_TYPE, 'x-forwarded-for': address };
  return post('sign-in', '/api/auth/login', headers, JSON.stringify(body));
}

function postFromOtherSite(): Promise<void> {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'cross-site',
    'x-forwarded-for': '203.0.113.7',
  };
  const body = 'username=admin%40example.com&password=guess';
  return post('cross-site', '/api/auth/login', headers, body);
}

/** As many bytes as the server takes. */
const postOversized = (path: string, headers: Headers) =>
  post('oversized', path, headers, Readable.from(oversizedBody()));

/** The beginning of a body, and then nothing more. */
function postStalled(path: string, type: Headers): Promise<void> {
  const body = new Readable({ read: () => undefined });
  body.push(CHUNK);
  const headers = { ...type, 'content-length': String(STALLED_LENGTH_BYTES) };
  return post('stalled', path, headers, body);
}

/** Runs these attacks in turn while attacking, so many at a time. */
function keepUp(atOnce: number, attacks: ReadonlyArray<() => Promise<unknown>>): void {
  for (let lane = 0; lane < atOnce; lane += 1) {
    void (async () => {
      for (let number = lane; ; number += 1) {
        if (isAttacking) await attacks[number % attacks.length]?.();
        // An attack that is rejected at once does not become a flood: that is the proxy's task.
        await sleep(isAttacking ? 250 : 50);
      }
    })();
  }
}

keepUp(OVERSIZED_AT_ONCE, [
  () => postOversized('/%5FserverFn/x', JSON_TYPE),
  () => postOversized('/_serverFn/x', FORM_OF_SOMEBODY),
  () => postOversized('/api/auth/login', JSON_TYPE),
  () => postOversized('/api/admin/condos', FORM_OF_SOMEBODY),
]);
keepUp(STALLED_AT_ONCE, [
  () => postStalled('/_serverFn/x', FORM_OF_SOMEBODY),
  () => postStalled('/api/admin/bulk-validate', FORM_OF_SOMEBODY),
  () => postStalled('/api/auth/login', JSON_TYPE),
]);
keepUp(1, [
  async () => {
    await Promise.all([
      ...Array.from({ length: BURST_OF_SIGN_INS }, signIn),
      ...Array.from({ length: BURST_OF_CROSS_SITE }, postFromOtherSite),
    ]);
    await sleep(BETWEEN_BURSTS_MS);
  },
]);

process.on('message', (message) => {
  isAttacking = message === 'attack';
});
process.on('disconnect', () => {
  console.table(answers);
  process.exit();
});
