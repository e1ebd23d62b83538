import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  BUILT_ENTRY,
  freePort,
  plainEnvironment,
  spawnProduction,
  waitUntilAnswers,
} from '../../support/production-process';

export const ADMIN = { email: 'admin@example.com', password: 'a password for tests' };

const POSTMASTER_FILE = join('postgres', 'data', 'postmaster.pid');

export type Settings = Readonly<Record<string, string>>;

export interface StartOptions {
  port?: number;
  /** The name under which this machine is called. */
  host?: string;
  /** The program in place of the production build's. */
  entry?: string | undefined;
}

/** A process of the production server. */
export class ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** The exit code; null after a signal that was not handled. */
  readonly ended: Promise<number | null>;
  /** All it has printed so far. */
  output = '';

  private constructor(
    readonly dataDir: string,
    private readonly settings: Settings,
    port: number,
    { host = '127.0.0.1', entry = BUILT_ENTRY }: StartOptions,
  ) {
    this.url = `http://${host}:${port}`;
    this.child = spawnProduction({
      port,
      stdio: ['ignore', 'pipe', 'pipe'],
      entry,
      env: {
        ...plainEnvironment(),
        // As in a build pipeline, where the HTTP server would otherwise leave signals alone.
        CI: 'true',
        DATA_DIR: dataDir,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        ...settings,
      },
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
    // Not 'exit': by then what it printed last may not have been read.
    this.ended = new Promise((resolve) => this.child.once('close', resolve));
  }

  /** Starts and does not wait. */
  static async spawn(
    dataDir: string,
    settings: Settings = {},
    options: StartOptions = {},
  ): Promise<ServerProcess> {
    return new ServerProcess(dataDir, settings, options.port ?? (await freePort()), options);
  }

  /** Starts and waits until it takes requests. */
  static async start(
    dataDir: string,
    settings?: Settings,
    options?: StartOptions,
  ): Promise<ServerProcess> {
    const server = await ServerProcess.spawn(dataDir, settings, options);
    try {
      // /api answers when the database does; 404 where another API is in use.
      await waitUntilAnswers(server.child, `${server.url}/api/capabilities`, {
        statuses: [200, 404],
        pollMs: 50,
      });
    } catch (error) {
      await server.kill('SIGKILL');
      throw new Error(`The server did not start:\n${server.output}`, { cause: error });
    }
    return server;
  }

  /** The status of an address; 0 when no connection came about. */
  async status(path: string): Promise<number> {
    try {
      return (await fetch(this.url + path)).status;
    } catch {
      return 0;
    }
  }

  async kill(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal);
    return this.ended;
  }

  /** There as long as the embedded database runs: its process id, port and socket. */
  get postmasterFile(): string {
    return join(this.dataDir, POSTMASTER_FILE);
  }

  /**
   * Returns DATABASE_URL, or an address in the embedded server that this process or
   * tests/support/stores.mjs runs.
   */
  databaseUrl(database = 'condo_admin'): string {
    if (this.settings.DATABASE_URL !== undefined) return this.settings.DATABASE_URL;
    const shared = join(this.dataDir, 'shared', POSTMASTER_FILE);
    const file = existsSync(shared) ? shared : this.postmasterFile;
    const [, , , port, socket = ''] = readFileSync(file, 'utf8').split('\n');
    return `postgres://condo_admin:top-secret@${encodeURIComponent(socket)}:${port}/${database}`;
  }

  /** A connection to its database, or to another one of its embedded server. */
  async connect(database?: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.databaseUrl(database) });
    await client.connect();
    return client;
  }

  /** Runs a statement in its database. */
  async query(sql: string): Promise<void> {
    const client = await this.connect();
    await client.query(sql);
    await client.end();
  }

  /** The lines of the log that are JSON. */
  logLines(): Record<string, unknown>[] {
    return this.output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line): Record<string, unknown> => {
        // oxlint-disable-next-line typescript/no-unsafe-assignment -- only compared
        const parsed = JSON.parse(line);
        // oxlint-disable-next-line typescript/no-unsafe-return -- as above
        return parsed;
      });
  }
}

/** An empty data folder that a database account may enter, and its removal. */
export async function temporaryDataDir(): Promise<{
  dataDir: string;
  remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'condo-admin-process-'));
  await chmod(folder, 0o711);
  return {
    dataDir: join(folder, 'data'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export { freePort };
