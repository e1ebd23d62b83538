import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openBucket } from '~/api/media/s3-bucket.server';
import { syncFolder } from '~/lib/sync-folder.server';
import { readSettings } from '~/lib/settings.server';
import { removeWhenEnded } from './remove-when-ended';
import { UsageError } from '../command';

/** Where backups are kept. */
interface Place {
  /** All of a file or none of it. */
  put(name: string, file: string): Promise<void>;
  /** The path of a copy on this machine: `to`, or where it is. */
  fetch(name: string, to: string): Promise<string>;
  /** Those that begin so. */
  names(beginning: string): Promise<string[]>;
  remove(name: string): Promise<void>;
}

/** One call stores this much at most. */
const OBJECT_LIMIT_BYTES = 5 * 2 ** 30;
const HOUR_MS = 60 * 60_000;

/** `to` is a folder, or s3://bucket/prefix at S3_ENDPOINT, or at BACKUP_S3_ENDPOINT with credentials of its own. */
export function openPlace(to: string, env: NodeJS.ProcessEnv): Place {
  const [isBucket, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(to) ?? [];
  if (!isBucket) return openFolder(to);
  const s3Env = { ...env, S3_BUCKET: bucket, S3_PREFIX: prefix };
  for (const [name, value] of Object.entries(env))
    if (name.startsWith('BACKUP_S3_')) Object.assign(s3Env, { [name.slice(7)]: value });
  const { s3 } = readSettings(s3Env);
  if (!s3) throw new UsageError('Set S3_ENDPOINT.');
  const send = openBucket(s3);
  return {
    async put(key, path) {
      if ((await stat(path)).size > OBJECT_LIMIT_BYTES)
        throw new UsageError('S3 takes 5 GB at once at most: back up to a folder.');
      const hash = createHash('sha256');
      await pipeline(createReadStream(path), hash);
      const file = { blob: await openAsBlob(path), sha256: hash.digest('hex') };
      await send({ method: 'PUT', key, file, limitMs: HOUR_MS });
    },
    async fetch(key, path) {
      const found = await send({ method: 'GET', key, path, limitMs: HOUR_MS });
      if (!found) throw new UsageError(`There is no ${to}/${key}.`);
      return path;
    },
    async names(beginning) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: s3.prefix + beginning });
      const list = new TextDecoder().decode(
        (await send({ method: 'GET', key: '', query })) ?? undefined,
      );
      return [...list.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) =>
        key.slice(s3.prefix.length),
      );
    },
    remove: async (key) => void (await send({ method: 'DELETE', key })),
  };
}

function openFolder(folder: string): Place {
  return {
    async put(name, file) {
      const draft = join(folder, `${name}.part`);
      const forgetDraft = removeWhenEnded(draft);
      try {
        const target = createWriteStream(draft, { mode: 0o600, flush: true });
        await pipeline(createReadStream(file), target);
        await rename(draft, join(folder, name));
        await syncFolder(folder);
      } catch (error) {
        await rm(draft, { force: true });
        throw new UsageError(`${folder} cannot be written: ${String(error)}`);
      } finally {
        forgetDraft();
      }
    },
    fetch: async (name) => join(folder, name),
    names: async (beginning) =>
      (await readdir(folder)).filter((name) => name.startsWith(beginning)),
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}
