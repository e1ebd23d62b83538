import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { must } from '../support/must';
import { temporaryFolder } from '../support/opened';
import { freePort, ROOT } from '../support/production-process';

const IMAGE = 'localhost/condo-admin-test';
/** The container engine that scripts/image.mjs has found. */
const [ENGINE = 'docker', ...OPTIONS] = (process.env.CONTAINER_ENGINE ?? 'docker').split(' ');
const READY_LIMIT_MS = 5 * 60_000;

/** No account of the image has it, and Podman without root maps it. */
const CHOSEN_UID = 60_001;
/**
 * Content of the container's /etc/passwd. Podman adds the account that it runs as, unless the file is
 * mounted.
 */
const IMAGE_ACCOUNTS = 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n';
const WITH_CHOSEN_UID = `${IMAGE_ACCOUNTS}panel:x:${CHOSEN_UID}:0::/tmp:/bin/sh\n`;

const folder = temporaryFolder();

async function engine(...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(ENGINE, [...OPTIONS, ...args], {
    maxBuffer: 2 ** 26,
  });
  return stdout + stderr;
}

beforeAll(() => engine('build', '--network', 'host', '--tag', IMAGE, ROOT));

const STRICT = [
  '--detach --init --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges',
  '--network host --env HOST=127.0.0.1',
].flatMap((options) => options.split(' '));

/** A container as docs/deploy.md and the strictest platforms run it, on a volume and with these accounts. */
async function start(
  volume: string,
  user: string,
  accounts = IMAGE_ACCOUNTS,
): Promise<{ name: string; url: string; port: number }> {
  const port = await freePort();
  const name = `condo-admin-test-${port}`;
  const passwd = join(folder, `passwd-${port}`);
  await writeFile(passwd, accounts);
  await chmod(passwd, 0o644);
  onTestFinished(async () => {
    await engine('rm', '--force', name);
  });
  const options = ['--name', name, '--user', user, '--env', `PORT=${port}`];
  const volumes = ['--volume', `${passwd}:/etc/passwd:ro,z`, '--volume', `${volume}:/data`];
  await engine('run', ...STRICT, ...options, ...volumes, IMAGE);
  return { name, url: `http://127.0.0.1:${port}`, port };
}

/** Returns the container's exit code, or null while it runs. */
async function exitCodeOf(name: string): Promise<number | null> {
  const [status, code] = (
    await engine('inspect', '--format', '{{.State.Status}} {{.State.ExitCode}}', name)
  )
    .trim()
    .split(' ');
  return status === 'exited' ? Number(code) : null;
}

async function ready({ name, url }: { name: string; url: string }): Promise<void> {
  const answers = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect
    .poll(async () => (await exitCodeOf(name)) !== null || answers(), {
      timeout: READY_LIMIT_MS,
      interval: 500,
    })
    .toBe(true);
  const code = await exitCodeOf(name);
  if (code !== null) throw new Error(`It ended with ${code}:\n${await engine('logs', name)}`);
}

async function stop(name: string): Promise<void> {
  await engine('stop', '--time', '180', name);
  expect((await engine('wait', name)).trim()).toBe('0');
}

/** Runs a command on the volume with all rights, as the node does for a pod. */
async function onVolume(volume: string, command: string): Promise<void> {
  const options = ['--rm', '--user', '0:0', '--volume', `${volume}:/data`];
  await engine('run', ...options, IMAGE, 'sh', '-c', command);
}

/**
 * Does the work of kubelet with `fsGroup` before each start: the group owns every file and may write
 * it, and new files inherit the group.
 */
const asKubelet = (volume: string, gid: number) =>
  onVolume(
    volume,
    `chgrp -hR ${gid} /data && chmod -R ug+rw /data && find /data -type d -exec chmod ug+x,g+s {} +`,
  );

async function newVolume(gid: number): Promise<string> {
  const volume = `condo-admin-test-${randomUUID()}`;
  await engine('volume', 'create', volume);
  onTestFinished(async () => {
    await engine('volume', 'rm', volume);
  });
  await onVolume(volume, 'chown 0:0 /data && chmod 755 /data');
  await asKubelet(volume, gid);
  return volume;
}

/**
 * Runs two health checks in the container: the Dockerfile's, and the one of docs/deploy.md as a shell
 * runs it.
 */
async function expectHealthChecks(name: string, port: number): Promise<void> {
  const [dockerfile, docs] = ['Dockerfile', join('docs', 'deploy.md')].map((file) =>
    readFileSync(join(ROOT, file), 'utf8'),
  );
  const [, script = ''] = must(/^ +CMD \["node", "-e", "(.*)"\]$/m.exec(dockerfile ?? ''), 'CMD');
  const options = must(/--health-cmd (.*) \.\.\.$/m.exec(docs ?? ''), '--health-cmd');
  // The shell of whoever types it takes its quotes off.
  const { stdout } = await promisify(execFile)('sh', ['-c', `printf %s ${options[1]}`]);
  const checks = (own: number) => [
    ['env', `PORT=${own}`, 'node', '-e', script],
    ['sh', '-c', stdout.replace(':3000/', `:${own}/`)],
  ];
  for (const check of checks(port)) await engine('exec', name, ...check);
  for (const check of checks(await freePort())) {
    await expect(engine('exec', name, ...check)).rejects.toMatchObject({ code: 1 });
  }
}

test.each([
  ['the account of the image', 1000, 1000, IMAGE_ACCOUNTS],
  // The name is needed by initdb alone.
  ['an account that a platform has chosen', CHOSEN_UID, 0, WITH_CHOSEN_UID],
])(
  'runs as %s, and again on a volume that kubelet has opened to its group',
  async (_who, uid, gid, accounts) => {
    const volume = await newVolume(gid);
    const first = await start(volume, `${uid}:${gid}`, accounts);
    await ready(first);
    expect(await engine('logs', first.name)).toContain('Creating the embedded database');
    await expectHealthChecks(first.name, first.port);
    await stop(first.name);

    await asKubelet(volume, gid);
    const second = await start(volume, `${uid}:${gid}`);
    await ready(second);
    expect(await engine('logs', second.name)).not.toContain('Creating the embedded database');
    const rights = ['stat', '--format', '%a', '/data/postgres/data'];
    expect((await engine('exec', second.name, ...rights)).trim()).toBe('700');
    const tool = ['.output/server/tools/export-data.mjs', '/data/backup.tar'];
    expect(await engine('exec', second.name, 'node', ...tool)).toContain('Exported ');
    await stop(second.name);
  },
);

test.each([
  ['a uid without a name, as Docker leaves it', `${CHOSEN_UID}:0`, '69', 'which has no name'],
  ['root without capabilities', '0:0', '73', 'PostgreSQL does not run as root'],
])('%s ends with a sentence and an exit code', async (_who, user, code, sentence) => {
  const { name } = await start(await newVolume(0), user);
  expect((await engine('wait', name)).trim()).toBe(code);
  const log = await engine('logs', name);
  expect(log).toContain(sentence);
  expect(log).not.toContain('    at ');
});
