import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFileMediaStore } from '~/api/media/file-media-store';

const NAME = `${'0123456789abcdef'.repeat(2)}.webp`;

it.each(['../secret', '/etc/passwd', `../${NAME}`, 'note.txt', `${NAME}.part`, ''])(
  'a name that is none never reaches the disk: %j',
  async (name) => {
    const parent = await mkdtemp(join(tmpdir(), 'condo-media-'));
    onTestFinished(() => rm(parent, { recursive: true, force: true }));
    const folder = join(parent, 'media');
    await mkdir(folder);
    for (const file of [join(parent, 'secret'), join(parent, NAME), join(folder, 'note.txt')]) {
      await writeFile(file, 'kept');
    }
    const store = createFileMediaStore(folder);
    await store.put(NAME, new Uint8Array([1]));

    await expect(store.put(name, new Uint8Array([2]))).rejects.toThrow('Not the name');
    await expect(store.remove(name)).rejects.toThrow('Not the name');
    expect(await store.get(name)).toBeNull();
    expect(await readFile(join(parent, 'secret'), 'utf8')).toBe('kept');
    expect((await readdir(parent)).toSorted()).toEqual([NAME, 'media', 'secret']);
    expect((await readdir(folder)).toSorted()).toEqual([NAME, 'note.txt']);
  },
);
