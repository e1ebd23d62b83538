/**
 * A process of its own that attacks a server while it is told to: bursts of sign-ins from many addresses, posts from
 * other sites, and bodies that are too large or never end. It runs as `node attacker.ts URL` with a message channel:
 * "attack" and "rest" switch it, and when the channel ends it prints how often each attack got each answer.
 */
import { request, type ClientRequest } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const BURST_OF_SIGN_INS = 200;
const BURST_OF_CROSS_SITE = 20;
const BETWEEN_BURSTS_MS = 5_000;
const OVERSIZED_AT_ONCE = 3;
const STALLED_AT_ONCE = 20;
/** What an attacker sends at most of one body, if nobody stops it. */
const OVERSIZED_BYTES = 250 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 'a');
const STALLED_LENGTH_BYTES = 50 * 1024 * 1024;

const { hostname, port } = new URL(process.argv[2] ?? '');
const answers: Record<string, number> = {};
let isAttacking = false;
let signIns = 0;

/** Sends one request and counts its status, or that the server closed the connection. Never rejects. */
function post(
  attack: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  send: (outgoing: ClientRequest) => unknown,
): Promise<void> {
  return new Promise((resolve) => {
    // `path` stays as it is written: an URL would decode it.
    const outgoing = request({ hostname, port, path, method: 'POST', headers, agent: false });
    const end = (answer: string) => {
      const key = `${attack}: ${answer}`;
      answers[key] = (answers[key] ?? 0) + 1;
      outgoing.destroy();
      resolve();
    };
    outgoing.once('response', (response) => {
      response.resume();
      end(String(response.statusCode));
    });
    outgoing.once('error', () => end('closed'));
    outgoing.once('close', resolve);
    send(outgoing);
  });
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
  return post('sign-in', '/api/auth/login', headers, (outgoing) =>
    outgoing.end(JSON.stringify(body)),
  );
}

function postFromOtherSite(): Promise<void> {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'cross-site',
    'x-forwarded-for': '203.0.113.7',
  };
  return post('cross-site', '/api/auth/login', headers, (outgoing) =>
    outgoing.end('username=admin%40example.com&password=guess'),
  );
}

/** As many bytes as the server takes. */
const postOversized = (path: string, headers: Readonly<Record<string, string>>) =>
  post('oversized', path, headers, (outgoing) =>
    pipeline(oversizedBody, outgoing).catch(() => undefined),
  );

/** The beginning of a body, and then nothing more. */
const postStalled = (path: string, type: Readonly<Record<string, string>>) =>
  post('stalled', path, { ...type, 'content-length': String(STALLED_LENGTH_BYTES) }, (outgoing) =>
    outgoing.write(CHUNK),
  );

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
