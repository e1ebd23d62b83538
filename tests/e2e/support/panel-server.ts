import type { ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  endProcess,
  freePort,
  plainEnvironment,
  spawnProduction,
  waitUntilAnswers,
} from '../../support/production-process';
import { createOwnDatabase, type OwnDatabase } from './own-database';

const STOP_TIMEOUT_MS = 15_000;

export const ADMIN = { email: 'admin@example.com', password: 'a password for tests' };

/** The production server as a separate process, in a folder of its own. */
export class PanelServer {
  readonly url: string;
  private readonly child: ChildProcess;
  private log = '';

  private constructor(
    port: number,
    env: Readonly<Record<string, string>>,
    private readonly folder: string,
    private readonly database: OwnDatabase | null,
  ) {
    this.url = `http://127.0.0.1:${port}`;
    this.child = spawnProduction({
      port,
      env: { ...plainEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.log += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.log += chunk.toString()));
  }

  /** Starts on a free port with an empty DATA_DIR and database and waits until it answers. */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<PanelServer> {
    const port = await freePort();
    const folder = await mkdtemp(join(tmpdir(), 'condo-admin-e2e-'));
    // As root the database runs under another account, which has to get in.
    await chmod(folder, 0o711);
    const database = settings.API_BASE_URL === undefined ? await createOwnDatabase() : null;
    const env = {
      DATA_DIR: join(folder, 'data'),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...(database && { DATABASE_URL: database.url }),
      ...settings,
    };
    const server = new PanelServer(port, env, folder, database);
    try {
      // /api answers when the database does; 404 where another API is in use.
      await waitUntilAnswers(server.child, `${server.url}/api/capabilities`, {
        statuses: [200, 404],
      });
    } catch (error) {
      await server.stop();
      throw new Error(`The server did not start:\n${server.log}`, { cause: error });
    }
    return server;
  }

  /** What the server has printed so far. */
  get output(): string {
    return this.log;
  }

  async stop(): Promise<void> {
    await endProcess(this.child, { killAfterMs: STOP_TIMEOUT_MS });
    await this.database?.drop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
