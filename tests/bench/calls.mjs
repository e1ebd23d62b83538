// This process repeats a call with several clients at once. It is separate, so that it takes no time of the
// event loops of the measured server and of the bench. Its argument is the job as JSON. It sends a message
// when it is warm, and its results after the message that ends it.
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
// Close the connections before the message, after which the bench may end the server.
await agent.close();
await pool.end();
process.send({ rate, p99 });
process.disconnect();
