import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SERVER_ENTRY = process.env.E2E_SERVER_ENTRY ?? join(ROOT, '.output', 'server', 'index.mjs');
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;

export const ADMIN = { email: 'admin@example.com', password: 'a password for tests' };

/** The production server as its own process, in a folder of its own. */
export class PanelServer {
  readonly url: string;
  private readonly child: ChildProcess;
  private readonly folder: string;
  private log = '';

  private constructor(url: string, folder: string, env: Readonly<Record<string, string>>) {
    this.url = url;
    this.folder = folder;
    const { PATH, HOME, TMPDIR } = process.env;
    this.child = spawn(process.execPath, [SERVER_ENTRY], {
      cwd: ROOT,
      env: { PATH, HOME, TMPDIR, NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.log += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.log += chunk.toString()));
  }

  /** Starts on a free port with an empty DATA_DIR and waits until it answers. */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<PanelServer> {
    const port = await freePort();
    const folder = await mkdtemp(join(tmpdir(), 'condo-admin-e2e-'));
    // As root the database runs under another account, which has to get in.
    await chmod(folder, 0o711);
    const server = new PanelServer(`http://127.0.0.1:${port}`, folder, {
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    });
    try {
      await server.waitUntilReady();
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  /** What the server has printed so far. */
  get output(): string {
    return this.log;
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  private async waitUntilReady(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    // /api answers when the database does; 404 where another API is in use.
    while (!(await answers(`${this.url}/api/capabilities`))) {
      if (this.child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`The server did not start:\n${this.log}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const { status } = await fetch(url);
    return status === 200 || status === 404;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
