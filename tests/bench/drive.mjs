// A separate process that keeps several calls in progress at once, so that driving costs the measured server nothing of
// its event loop. Argument: the job as JSON. Prints the times in ms and how long all took.
import { Agent, request } from 'node:http';
import pg from 'pg';

const { url, token, sql, connection, clients, seconds } = JSON.parse(process.argv[2]);

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
const warmUntil = performance.now() + 1_000;
const until = warmUntil + seconds * 1_000;
const times = [];
async function client() {
  for (let start = performance.now(); start < until; start = performance.now()) {
    await call();
    if (start >= warmUntil) times.push(performance.now() - start);
  }
}
await Promise.all(Array.from({ length: clients }, client));
const took = performance.now() - warmUntil;
await end();
times.sort((a, b) => a - b);
const p99 = times[Math.floor(times.length * 0.99)];
process.stdout.write(JSON.stringify({ rate: (times.length / took) * 1_000, p99 }));
