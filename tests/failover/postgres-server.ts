import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { vi } from 'vitest';
import { must } from '../support/must';
import { freePort } from '../support/production-process';

const USER = 'panel';
const DATABASE = 'postgres';
const START_LIMIT = { timeout: 4 * 60_000, interval: 100 };
const exec = promisify(execFile);

/** The account of the servers and of PgBouncer, which do not run as root. */
export const ACCOUNT =
  process.getuid?.() === 0
    ? {
        uid: Number(execFileSync('id', ['-u', 'postgres'])),
        gid: Number(execFileSync('id', ['-g', 'postgres'])),
      }
    : {};

const program = (name: string) => join(must(process.env.POSTGRES_BIN, 'POSTGRES_BIN'), name);

/** A PostgreSQL of the system, in a folder of its own. */
export class PostgresServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    readonly port: number,
  ) {}

  /** A server whose commits wait until a standby shows them. */
  static async startPrimary(parent: string): Promise<PostgresServer> {
    const server = await PostgresServer.prepare(parent, 'first');
    const locale = ['--encoding=UTF8', '--locale=C.UTF-8'];
    await server.run('initdb', ['--auth=trust', `--username=${USER}`, ...locale, '--no-sync']);
    await server.start(['synchronous_commit=remote_apply', 'synchronous_standby_names=*']);
    return server;
  }

  /** A server that repeats what this one does. */
  async startStandby(parent: string): Promise<PostgresServer> {
    const server = await PostgresServer.prepare(parent, 'second');
    const from = ['--host=127.0.0.1', `--port=${this.port}`, `--username=${USER}`];
    await server.run('pg_basebackup', [
      ...from,
      '--write-recovery-conf',
      '--checkpoint=fast',
      '--no-sync',
    ]);
    await server.start([]);
    return server;
  }

  address(port = this.port) {
    return { host: '127.0.0.1', port, user: USER, database: DATABASE };
  }

  /** Makes a standby the primary; resolves when it takes changes. */
  async promote(): Promise<void> {
    await this.query('select pg_promote()');
  }

  /** Ends the server as a crash does. */
  async kill(): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    // What `pg_ctl stop -m immediate` sends.
    this.child.kill('SIGQUIT');
    await ended;
  }

  private static async prepare(parent: string, name: string): Promise<PostgresServer> {
    const folder = join(parent, name);
    await mkdir(folder, { mode: 0o700 });
    if (ACCOUNT.uid !== undefined) await chown(folder, ACCOUNT.uid, ACCOUNT.gid);
    return new PostgresServer(folder, await freePort());
  }

  private async run(name: string, args: readonly string[]): Promise<void> {
    const place = { cwd: this.folder, ...ACCOUNT };
    await exec(program(name), [`--pgdata=${join(this.folder, 'data')}`, ...args], place);
  }

  private async start(settings: readonly string[]): Promise<void> {
    const own = [
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${this.folder}`,
      'fsync=off',
    ];
    const options = [...own, ...settings].flatMap((setting) => ['-c', setting]);
    const args = ['-D', join(this.folder, 'data'), '-p', String(this.port), ...options];
    this.child = spawn(program('postgres'), args, {
      cwd: this.folder,
      ...ACCOUNT,
      stdio: 'ignore',
    });
    await vi.waitFor(() => this.query('select 1'), START_LIMIT);
  }

  private async query(text: string): Promise<void> {
    const client = new pg.Client(this.address());
    try {
      await client.connect();
      await client.query(text);
    } finally {
      await client.end();
    }
  }
}
