import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BUILT_ENTRY,
  freePort,
  plainEnvironment,
  spawnProduction,
} from '../../support/production-process';
import { ADMIN } from './panel-server';

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/** One process of the production server, for tests that signal it or look into its data folder; never several behind a proxy. */
export class ServerProcess {
  readonly url: string;
  readonly dataDir: string;
  readonly child: ChildProcess;
  /** The exit code; null after a signal that was not handled. */
  readonly ended: Promise<number | null>;
  /** All it has printed so far. */
  output = '';

  private constructor(port: number, dataDir: string, env: Readonly<Record<string, string>>) {
    this.url = `http://127.0.0.1:${port}`;
    this.dataDir = dataDir;
    this.child = spawnProduction({
      port,
      stdio: ['ignore', 'pipe', 'pipe'],
      entry: BUILT_ENTRY,
      env: {
        ...plainEnvironment(),
        // As in a build pipeline, where the HTTP server would otherwise leave signals alone.
        CI: 'true',
        DATA_DIR: dataDir,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        ...env,
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
    env: Readonly<Record<string, string>> = {},
    port?: number,
  ): Promise<ServerProcess> {
    return new ServerProcess(port ?? (await freePort()), dataDir, env);
  }

  /** Starts and waits until it takes requests. */
  static async start(
    dataDir: string,
    env: Readonly<Record<string, string>> = {},
    port?: number,
  ): Promise<ServerProcess> {
    const server = await ServerProcess.spawn(dataDir, env, port);
    const deadline = Date.now() + START_TIMEOUT_MS;
    while ((await server.status('/readyz')) !== 200) {
      if (server.child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`The server did not start:\n${server.output}`);
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
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

  /** DATABASE_URL for a database of its embedded server, while that runs. */
  databaseUrl(database = 'condo_admin'): string {
    const path = join(this.dataDir, 'postgres', 'data', 'postmaster.pid');
    const [, , , port, socket = ''] = readFileSync(path, 'utf8').split('\n');
    return `postgres://condo_admin:top-secret@${encodeURIComponent(socket)}:${port}/${database}`;
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
