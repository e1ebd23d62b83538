import type { AnySentence } from '~/language/sentence';
import {
  assertMediaName,
  isMediaName,
  MediaUnavailableError,
  type MediaStore,
} from './media-store';
import { MEDIA_FOLDER, openBucket } from './s3-bucket.server';
import type { S3Settings, Settings } from '~/platform/settings.server';
import { join } from 'node:path';
import { createFileMediaStore } from './file-media-store';

/**
 * Stores images as objects in a bucket. It never lists objects, so four rights are enough (see
 * .env.example).
 */
export function createS3MediaStore(settings: S3Settings): MediaStore {
  const send = openBucket(settings);
  type Call = Omit<Parameters<typeof send>[0], 'key'>;
  const sendFor = (name: string, call: Call, failure: AnySentence) =>
    send({ ...call, key: MEDIA_FOLDER + name }).catch((cause: unknown) => {
      throw new MediaUnavailableError(failure, { cause });
    });
  return {
    async put(name, bytes) {
      assertMediaName(name);
      const call: Call = { method: 'PUT', bytes: new Uint8Array(bytes) };
      await sendFor(name, call, 'image_not_stored');
    },
    async get(name) {
      return isMediaName(name) ? sendFor(name, { method: 'GET' }, 'image_unavailable') : null;
    },
    async remove(name) {
      assertMediaName(name);
      await sendFor(name, { method: 'DELETE' }, 'image_not_removed');
    },
  };
}

/** The image store that the settings name: a bucket, or files in DATA_DIR. */
export function createMediaStore({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>): MediaStore {
  return s3 ? createS3MediaStore(s3) : createFileMediaStore(mediaFolder({ dataDir }));
}

export function mediaFolder({ dataDir }: Pick<Settings, 'dataDir'>): string {
  return join(dataDir, 'media');
}
