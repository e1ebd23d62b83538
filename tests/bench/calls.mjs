// A separate process that repeats a call with several clients at once, so that driving costs neither the
// measured server nor the bench anything of its event loop. Argument: the job as JSON. Sends a message once it is
// warm; ends after one, and sends what it measured.
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const { url, token, sql, connection, clients, pauseMs } = JSON.parse(process.argv[2]);
const WARM_MS = 1_000;
const agent = new Agent({ keepAlive: true, maxSockets: clients });
const pool = new pg.Pool({ ...connection, max: clients });

function callApi() {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.on('error', reject).on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url}: ${response.statusCode}`));
      });
      response.resume();
    }).on('error', reject);
  });
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
process.send({ rate, p99, longest: times.at(-1) });
agent.destroy();
await pool.end();
process.disconnect();
