import { chmod, chown, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { beforeEach, expect, it } from 'vitest';
import { OWN_MARK, removeLeftovers } from '../../../tools/transfer/leftovers';
import { temporaryFolder } from '../../support/opened';

const parent = temporaryFolder();
const folder = join(parent, 'drafts');
const HOUR_MS = 60 * 60_000;

/** A process that has ended. */
const ended = spawnSync('true').pid;
/** The mark of another process in this place: on this host, in this pid namespace. */
const here = (pid: number) => OWN_MARK.replace(`-${process.pid}-`, `-${pid}-`);
const place = OWN_MARK.slice('.condo-admin-'.length, -`-${process.pid}-`.length);
const elsewhere = (pid: number) => `.condo-admin-other-${place}1-${pid}-`;

beforeEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
});

async function put(name: string, ageHours = 0): Promise<void> {
  const path = join(folder, name);
  await writeFile(path, 'personal data');
  const then = new Date(Date.now() - ageHours * HOUR_MS);
  await utimes(path, then, then);
}

async function remaining(): Promise<string[]> {
  await removeLeftovers(folder);
  return (await readdir(folder)).toSorted();
}

it('a draft of a process that has ended here is removed, one of a running process stays', async () => {
  const running = `export.tar${here(process.pid)}1a2b3c4d.part`;
  await put(`export.tar${here(ended)}1a2b3c4d.part`);
  await put(running);
  await mkdir(join(folder, `backup${here(ended)}aB3xYz`));
  expect(await remaining()).toEqual([running]);
});

it('a file of another host or pid namespace stays for a day: its process cannot be checked', async () => {
  const [, namespace = ''] = /-(\d+)$/.exec(place) ?? [];
  expect(namespace).not.toBe('');
  const container = here(ended).replace(`-${namespace}-`, `-${namespace}1-`);
  const names = [`a.tar${elsewhere(ended)}1a2b3c4d.part`, `b.tar${container}1a2b3c4d.part`];
  for (const name of names) await put(name, 23);
  expect(await remaining()).toEqual(names);
  for (const name of names) await put(name, 25);
  expect(await remaining()).toEqual([]);
});

it('a file whose process id now belongs to another process is removed after a day', async () => {
  await put(`a.tar${here(process.ppid)}1a2b3c4d.part`, 25);
  expect(await remaining()).toEqual([]);
});

it('a file of an older release, without a namespace in its name, is removed after a day', async () => {
  const name = `a.tar.condo-admin-web-1-${ended}-1a2b3c4d.part`;
  await put(name, 1);
  expect(await remaining()).toEqual([name]);
  await put(name, 25);
  expect(await remaining()).toEqual([]);
});

it('a file without a complete mark is not ours', async () => {
  const names = [
    'condo-admin-1.tar',
    `${here(ended)}notes-of-mine.txt`,
    `a.tar.condo-admin-x-1.part`,
    'b.part',
  ];
  for (const name of names) await put(name, 99);
  expect(await remaining()).toEqual(names.toSorted());
});

it.skipIf(process.getuid?.() !== 0)('a file of another account stays', async () => {
  const name = `a.tar${here(ended)}1a2b3c4d.part`;
  await put(name, 99);
  await chmod(folder, 0o777);
  await chown(join(folder, name), 12_345, 12_345);
  expect(await remaining()).toEqual([name]);
});
