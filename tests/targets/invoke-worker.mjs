import { spawn } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { freePort, waitUntilAnswers } from '../support/production-process.ts';

/** The worker in workerd, Cloudflare's own runtime, with the settings of the build's wrangler.json. */
export async function loadWorker(
  folder,
  workerd,
  { compatibility_date: date, compatibility_flags: flags },
) {
  const port = await freePort();
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /\.m?js$/.test(name))
    .toSorted((a, b) => Number(b === 'index.mjs') - Number(a === 'index.mjs'));
  const modules = files.map((name) => `(name = ${quote(name)}, esModule = embed ${quote(name)})`);
  const bindings = Object.entries(process.env)
    .filter(([name]) => /^[A-Z][A-Z0-9_]*$/.test(name))
    .map(([name, value]) => `(name = ${quote(name)}, text = ${quote(value ?? '')})`);
  // Each process has its own file, since others serve this folder on other ports. Modules are found beside it.
  const config = join(folder, `workerd-${port}.capnp`);
  writeFileSync(
    config,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .panel),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const panel :Workerd.Worker = (
  modules = [${modules.join(',\n    ')}],
  compatibilityDate = ${quote(date)},
  compatibilityFlags = [${flags.map(quote).join(', ')}],
  bindings = [${bindings.join(', ')}],
);
`,
  );
  const child = spawn(workerd, ['serve', config], { stdio: 'inherit' });
  child.once('exit', (code) => process.exit(code ?? 1));
  process.once('exit', () => child.kill());
  await waitUntilAnswers(child, `http://127.0.0.1:${port}/login`);
  rmSync(config);
  return async (asked, address) => {
    const { pathname, search } = new URL(asked.url);
    const headers = { ...Object.fromEntries(asked.headers), 'cf-connecting-ip': address };
    const body = Buffer.from(await asked.arrayBuffer());
    return exchange(port, { method: asked.method, path: pathname + search, headers }, body);
  };
}

/** As it comes over the wire: fetch would undo a compression that is there once too often. */
function exchange(port, options, body) {
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...options, port, host: '127.0.0.1' }, (incoming) => {
      resolve(toResponse(incoming));
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

async function toResponse(incoming) {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  headers.delete('transfer-encoding');
  const { statusCode: status = 502 } = incoming;
  const content = await buffer(incoming);
  return new Response([204, 304].includes(status) ? null : content, { status, headers });
}

function quote(text) {
  return JSON.stringify(text);
}
