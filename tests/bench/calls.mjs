// A separate process that repeats a call with several clients at once, so that driving costs neither the
// measured server nor the bench anything of its event loop. Argument: the job as JSON. Sends a message once it is
// warm; ends after one, and sends what it measured.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Agent, request } from 'undici';

const { url, token, sql, connection, clients, pauseMs } = JSON.parse(process.argv[2]);
const WARM_MS = 1_000;
const agent = new Agent({ connections: clients });
const pool = new pg.Pool({ ...connection, max: clients });

async function callApi() {
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode, body } = await request(url, { dispatcher: agent, headers });
  await body.arrayBuffer();
  if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`);
}

const call = sql ? () => pool.query(sql) : callApi;
const measured = { from: Infinity, until: Infinity };
process.once('message', () => (measured.until = performance.now()));
const times = [];
async function client() {
  for (let start = performance.now(); start < measured.until; start = performance.now()) {
    await call();
    if (start >= measured.from) times.push(performance.now() - start);
    if (pauseMs) await sleep(pauseMs);
  }
}
const driving = Promise.all(Array.from({ length: clients }, client));
await sleep(WARM_MS);
measured.from = performance.now();
process.send('warm');
await driving;
const rate = (times.length / (performance.now() - measured.from)) * 1_000;
times.sort((a, b) => a - b);
const p99 = times[Math.floor(times.length * 0.99)];
// Before the message, after which the bench may end the server.
await agent.close();
await pool.end();
process.send({ rate, p99, longest: times.at(-1) });
process.disconnect();
