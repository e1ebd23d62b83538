import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { socketPath } from '~/platform/postgres/socket-folder.server';
import type { EmbeddedConnection } from '~/platform/postgres/embedded-postgres.server';
import { listening } from './listening';

export interface TestPooler {
  port: number;
  /** Statements that need more than a transaction. */
  offences: string[];
  close(): Promise<void>;
}

/** Startup parameters that PgBouncer accepts. */
const STARTUP_PARAMETERS = new Set(['user', 'database', 'application_name', 'client_encoding']);
/**
 * Statements whose effect does not survive the end of a transaction behind a pooler: settings, named
 * statements, session locks, LISTEN.
 */
const SESSION_STATEMENT =
  /^\s*(listen|prepare|discard|set (?!local\b)|create temp|select pg_(try_)?advisory_lock)/i;
const INT_BYTES = 4;

/** A way to the server with the rules of a transaction pooler; notes what breaks them. */
export async function startStrictPooler(server: EmbeddedConnection): Promise<TestPooler> {
  const offences: string[] = [];
  const proxy = createServer((near) => {
    const far = connect(socketPath(server.host));
    far.on('error', () => near.destroy()).pipe(near);
    near.on('error', () => near.destroy()).on('close', () => far.destroy());
    let started = false;
    let rest = Buffer.alloc(0);
    near.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        const head = started ? 1 : 0;
        if (rest.length < head + INT_BYTES) return;
        const size = head + rest.readInt32BE(head);
        if (rest.length < size) return;
        const message = rest.subarray(0, size);
        rest = rest.subarray(size);
        const wrong = started ? null : unknownParameter(message);
        if (wrong !== null) {
          near.end(errorMessage(wrong));
          return;
        }
        if (started) offences.push(...offencesOf(message));
        started = true;
        far.write(message);
      }
    });
  });
  const { port, close } = await listening(proxy);
  return { port, offences, close };
}

function unknownParameter(startup: Buffer): string | null {
  const words = startup
    .subarray(2 * INT_BYTES)
    .toString()
    .split('\0');
  const names = words.filter((_word, index) => index % 2 === 0 && _word !== '');
  return names.find((name) => !STARTUP_PARAMETERS.has(name)) ?? null;
}

/** An ErrorResponse with PgBouncer's text. */
function errorMessage(parameter: string): Buffer {
  const text = `SFATAL\0C08P01\0Munsupported startup parameter: ${parameter}\0\0`;
  const head = Buffer.alloc(1 + INT_BYTES);
  head.write('E');
  head.writeInt32BE(text.length + INT_BYTES, 1);
  return Buffer.concat([head, Buffer.from(text)]);
}

function offencesOf(message: Buffer): string[] {
  const type = String.fromCharCode(message[0] ?? 0);
  const [first = '', second = ''] = message
    .subarray(1 + INT_BYTES)
    .toString()
    .split('\0');
  const statement = type === 'Q' ? first : type === 'P' ? second : '';
  const named = type === 'P' && first !== '';
  return named || SESSION_STATEMENT.test(statement) ? [statement] : [];
}

export const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) =>
  existsSync(path),
);

interface PgBouncerOptions {
  program: string;
  server: Pick<EmbeddedConnection, 'host' | 'port' | 'user'>;
  port: number;
  /** Account of the process, since PgBouncer does not run as root. */
  account: { uid?: number; gid?: number };
  /** Lines of its configuration. */
  settings?: readonly string[];
}

/** PgBouncer itself with two connections for all, where it is installed. */
export async function startPgBouncer(options: PgBouncerOptions): Promise<TestPooler> {
  const { program, server, port, account, settings = [] } = options;
  const folder = await mkdtemp(join(tmpdir(), 'condo-pooler-'));
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${server.host} port=${server.port} user=${server.user}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 2',
    ...settings,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  await chmod(folder, 0o755);
  const child = spawn(program, [file], { ...account, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    port,
    offences: [],
    async close() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The account of a server on this machine, where this process runs as root. */
export async function accountOf({ host }: EmbeddedConnection) {
  if (process.getuid?.() !== 0) return {};
  const { uid, gid } = await stat(host);
  return { uid, gid };
}
