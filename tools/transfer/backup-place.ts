import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openBucket } from '~/platform/media/s3-bucket.server';
import { readSettings } from '~/platform/settings.server';
import { inTemporaryFolder } from './leftovers';
import { UsageError } from '../command';

/** Storage for backups. */
export interface Place {
  /** Stores the file that `write` makes, completely or not at all. */
  put<T>(name: string, write: (path: string) => Promise<T>): Promise<T>;
  /** Passes `work` the path of the file, or of a copy on this machine. */
  read<T>(name: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Lists the names with this prefix. */
  names(beginning: string): Promise<string[]>;
  remove(name: string): Promise<void>;
}

/** Largest object that one PUT can store. */
const OBJECT_LIMIT_BYTES = 5 * 2 ** 30;
const HOUR_MS = 60 * 60_000;

/** Settings that backups replace by the same name with BACKUP_ in front. Bucket and prefix come from `to`. */
const OWN_SETTINGS = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

/** Opens a folder, or s3://bucket/prefix at S3_ENDPOINT or, if set, BACKUP_S3_ENDPOINT. */
export function openPlace(to: string, env: NodeJS.ProcessEnv): Place {
  const [isBucket, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(to) ?? [];
  if (!isBucket) return openFolder(to);
  const own = OWN_SETTINGS.filter((name) => env[`BACKUP_${name}`]?.trim());
  const replaced = Object.fromEntries(own.map((name) => [name, env[`BACKUP_${name}`]]));
  const { s3 } = readSettings({ ...env, ...replaced, S3_BUCKET: bucket, S3_PREFIX: prefix });
  if (!s3) throw new UsageError('Set S3_ENDPOINT.');
  const send = openBucket(s3);
  return {
    put: (key, write) =>
      inTemporaryFolder(async (folder) => {
        const path = join(folder, 'new');
        const result = await write(path);
        if ((await stat(path)).size > OBJECT_LIMIT_BYTES)
          throw new UsageError('S3 takes 5 GB at once at most: back up to a folder.');
        const hash = createHash('sha256');
        await pipeline(createReadStream(path), hash);
        const file = { blob: await openAsBlob(path), sha256: hash.digest('hex') };
        await send({ method: 'PUT', key, file, limitMs: HOUR_MS });
        return result;
      }),
    read: (key, work) =>
      inTemporaryFolder(async (folder) => {
        const path = join(folder, 'stored');
        const isFound = await send({ method: 'GET', key, path, limitMs: HOUR_MS });
        if (!isFound) throw new UsageError(`There is no ${to}/${key}.`);
        return work(path);
      }),
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
  const pathOf = (name: string) => join(folder, name);
  return {
    put: (name, write) => write(pathOf(name)),
    read: (name, work) => work(pathOf(name)),
    names: async (beginning) =>
      (await readdir(folder)).filter((name) => name.startsWith(beginning)),
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}
