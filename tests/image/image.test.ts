import { execFile } from 'node:child_process';
import { chmod, chown, lchown, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/opened';
import { freePort, ROOT } from '../support/production-process';

const IMAGE = 'localhost/condo-admin-test';
/** As scripts/image.mjs has found it. */
const [ENGINE = 'docker', ...OPTIONS] = (process.env.CONTAINER_ENGINE ?? 'docker').split(' ');
const READY_LIMIT_MS = 5 * 60_000;

const folder = temporaryFolder();

async function engine(...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(ENGINE, [...OPTIONS, ...args], {
    maxBuffer: 2 ** 26,
  });
  return stdout + stderr;
}

beforeAll(() => engine('build', '--network', 'host', '--tag', IMAGE, ROOT));

/** A container as docs/deploy.md and the strictest platforms run it, on a folder of this machine as its volume. */
async function start(volume: string, user: string): Promise<{ name: string; url: string }> {
  const port = await freePort();
  const name = `condo-admin-test-${port}`;
  onTestFinished(async () => {
    await engine('rm', '--force', name);
  });
  await engine(
    ...['run', '--detach', '--name', name, '--init', '--read-only', '--tmpfs', '/tmp'],
    ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--user', user],
    ...['--network', 'host', '--env', `PORT=${port}`, '--env', 'HOST=127.0.0.1'],
    ...['--volume', `${volume}:/data`, IMAGE],
  );
  return { name, url: `http://127.0.0.1:${port}` };
}

/** Its exit code, once it has ended; null while it runs. */
async function exitCodeOf(name: string): Promise<number | null> {
  const [status, code] = (
    await engine('inspect', '--format', '{{.State.Status}} {{.State.ExitCode}}', name)
  )
    .trim()
    .split(' ');
  return status === 'exited' ? Number(code) : null;
}

async function ready({ name, url }: { name: string; url: string }): Promise<void> {
  await expect
    .poll(
      async () => {
        const code = await exitCodeOf(name);
        if (code !== null) throw new Error(`It ended with ${code}:\n${await engine('logs', name)}`);
        return fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      },
      { timeout: READY_LIMIT_MS, interval: 500 },
    )
    .toBe(true);
}

async function stop(name: string): Promise<void> {
  await engine('stop', '--time', '180', name);
  expect(await exitCodeOf(name)).toBe(0);
}

/** What kubelet does with `fsGroup` before each start: the group owns all of it, may write it, and hands itself down. */
async function asKubelet(path: string, gid: number): Promise<void> {
  const found = await lstat(path);
  await lchown(path, found.uid, gid);
  if (found.isSymbolicLink()) return;
  if (!found.isDirectory()) {
    await chmod(path, (found.mode & 0o777) | 0o660);
    return;
  }
  await chmod(path, (found.mode & 0o777) | 0o2770);
  for (const name of await readdir(path)) await asKubelet(join(path, name), gid);
}

async function newVolume(name: string, uid: number, gid: number): Promise<string> {
  const volume = join(folder, name);
  await mkdir(volume);
  await chown(volume, uid, gid);
  await asKubelet(volume, gid);
  return volume;
}

test.each([
  ['the account of the image', 1000, 1000],
  ['an account that a platform has chosen', 1_000_660_000, 0],
])(
  'runs as %s, and again on a volume that kubelet has opened to its group',
  async (_who, uid, gid) => {
    const volume = await newVolume(`of-${uid}`, 0, gid);
    const first = await start(volume, `${uid}:${gid}`);
    await ready(first);
    expect(await engine('logs', first.name)).toContain('Creating the embedded database');
    await stop(first.name);

    await asKubelet(volume, gid);
    const second = await start(volume, `${uid}:${gid}`);
    await ready(second);
    expect(await engine('logs', second.name)).not.toContain('Creating the embedded database');
    expect((await stat(join(volume, 'postgres', 'data'))).mode & 0o777).toBe(0o700);
    const tool = ['.output/server/tools/export-data.mjs', '/data/backup.tar'];
    expect(await engine('exec', second.name, 'node', ...tool)).toContain('Exported ');
    await stop(second.name);
  },
);

test('root without capabilities ends with a sentence and 73', async () => {
  const { name } = await start(await newVolume('root', 0, 0), '0:0');
  await expect.poll(() => exitCodeOf(name), { timeout: READY_LIMIT_MS }).toBe(73);
  const log = await engine('logs', name);
  expect(log).toContain('PostgreSQL does not run as root');
  expect(log).not.toContain('    at ');
});
