import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { endProcess, freePort, waitUntilAnswers } from './production-process';

/** Port of a proxy, the port of the API behind it, and a folder for the proxy's files. */
interface Place {
  port: number;
  apiPort: number;
  folder: string;
}

interface Proxy {
  program: string;
  args: (file: string) => string[];
  config: (place: Place) => string;
}

const isRoot = process.getuid?.() === 0;
const APACHE_MODULES = ['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'filter', 'deflate'];

/** Proxies that compress every JSON response for callers that accept gzip, however short. */
const PROXIES: readonly Proxy[] = [
  {
    program: 'nginx',
    args: (file) => ['-e', 'stderr', '-c', file],
    config: ({ port, apiPort, folder }) => `
      daemon off;
      pid ${folder}/pid;
      error_log stderr;
      events {}
      http {
        access_log off;
        client_body_temp_path ${folder}/body;
        proxy_temp_path ${folder}/proxy;
        fastcgi_temp_path ${folder}/fastcgi;
        uwsgi_temp_path ${folder}/uwsgi;
        scgi_temp_path ${folder}/scgi;
        gzip on;
        gzip_proxied any;
        gzip_min_length 1;
        gzip_types application/json;
        server {
          listen 127.0.0.1:${port};
          location / {
            proxy_http_version 1.1;
            proxy_set_header Accept-Encoding "";
            proxy_pass http://127.0.0.1:${apiPort};
          }
        }
      }`,
  },
  {
    program: 'apache2',
    args: (file) => ['-f', file, '-D', 'FOREGROUND'],
    config: ({ port, apiPort, folder }) => `
      ServerRoot ${folder}
      ServerName localhost
      PidFile ${folder}/pid
      ErrorLog ${folder}/error.log
      Mutex file:${folder}
      Listen 127.0.0.1:${port}
      ${isRoot ? 'User nobody\nGroup nogroup' : ''}
      ${APACHE_MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
      ProxyPass / http://127.0.0.1:${apiPort}/
      AddOutputFilterByType DEFLATE application/json`,
  },
  {
    program: 'haproxy',
    args: (file) => ['-db', '-f', file],
    config: ({ port, apiPort }) => `
      defaults
        mode http
        timeout connect 10s
        timeout client 60s
        timeout server 60s
      listen api
        bind 127.0.0.1:${port}
        compression algo gzip
        compression type application/json
        compression offload
        server api 127.0.0.1:${apiPort}\n`,
  },
  {
    program: 'caddy',
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    config: ({ port, apiPort }) => `
      {
        admin off
        auto_https off
      }
      http://127.0.0.1:${port} {
        encode gzip {
          minimum_length 1
        }
        reverse_proxy 127.0.0.1:${apiPort} {
          header_up -Accept-Encoding
        }
      }`,
  },
];

/** The proxies that are installed here. */
export const INSTALLED_PROXIES = PROXIES.filter(({ program }) => findProgram(program));

/** A proxy that compresses, before the API at this port. */
export async function startProxy({ program, args, config }: Proxy, apiPort: number) {
  const folder = await mkdtemp(join(tmpdir(), 'condo-proxy-'));
  const port = await freePort();
  const file = join(folder, 'config');
  await writeFile(file, config({ port, apiPort, folder }));
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder };
  const child = spawn(findProgram(program) ?? program, args(file), { env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilAnswers(child, `${url}/api/admin/condos`, { statuses: [401] });
  return {
    url,
    async close() {
      await endProcess(child, { signal: 'SIGTERM', killAfterMs: 5_000 });
      await rm(folder, { recursive: true, force: true });
    },
  };
}
