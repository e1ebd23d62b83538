import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '~/platform/file-errors.server';
import { OWN_MARK, removeLeftovers, removeWhenEnded } from './leftovers';
import { UsageError } from '../command';

/**
 * Opens a new file that only its owner may read. It gets its name once the stream is closed and on disk. A
 * failed stream leaves nothing behind.
 * @throws UsageError if the file exists
 */
export async function openFileSink(path: string): Promise<WritableStream<Uint8Array>> {
  const existing = await open(path, 'r').catch(() => null);
  if (existing) {
    await existing.close();
    throw new UsageError(`${path} already exists. Name a new file.`);
  }
  await removeLeftovers(dirname(path));
  // The draft's name is unique, so that two exports to one path do not write into the same file.
  const draft = `${path}${OWN_MARK}${randomBytes(4).toString('hex')}.part`;
  const unwritable = (error: unknown): never => {
    throw new UsageError(`${path} cannot be written: ${String(error)}`);
  };
  const file = await open(draft, 'wx', 0o600).catch(unwritable);
  const forgetDraft = removeWhenEnded(draft);
  const abort = async () => {
    forgetDraft();
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
  };
  const finish = async () => {
    await file.sync();
    await file.close();
    await rename(draft, path);
    forgetDraft();
    await syncFolder(dirname(path));
  };
  const orAbort = (step: Promise<void>) =>
    step.catch(async (error: unknown) => {
      await abort();
      return unwritable(error);
    });
  return new WritableStream({
    write: (chunk) => orAbort(file.writeFile(chunk)),
    close: () => orAbort(finish()),
    abort,
  });
}
