// A separate process that repeats a call with several at once, so that driving costs neither the measured server nor the
// bench anything of its event loop. Argument: the job as JSON. Prints a line once it is warm; ends when its input does, and
// prints the calls per second and the time in ms that one in a hundred exceeds.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const { url, token, sql, connection, clients, pauseMs } = JSON.parse(process.argv[2]);
const WARM_MS = 1_000;

function httpCall() {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const headers = { authorization: `Bearer ${token}` };
  const call = () =>
    new Promise((resolve, reject) => {
      request(url, { agent, headers }, (response) => {
        response.on('error', reject).on('end', () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`${url}: ${response.statusCode}`));
        });
        response.resume();
      })
        .on('error', reject)
        .end();
    });
  return { call, end: () => agent.destroy() };
}

function sqlCall() {
  const pool = new pg.Pool({ ...connection, max: clients });
  return { call: () => pool.query(sql), end: () => pool.end() };
}

const { call, end } = sql ? sqlCall() : httpCall();
const measured = { from: Infinity, until: Infinity };
process.stdin.on('end', () => (measured.until = performance.now())).resume();
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
process.stdout.write('\n');
await driving;
const took = performance.now() - measured.from;
await end();
times.sort((a, b) => a - b);
const p99 = times[Math.floor(times.length * 0.99)];
const rate = (times.length / took) * 1_000;
process.stdout.write(JSON.stringify({ rate, p99, longest: times.at(-1) }));
