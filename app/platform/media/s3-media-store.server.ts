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

/** Stores images as objects in a bucket. Never lists: four rights are enough, see .env.example. */
export function createS3MediaStore(settings: S3Settings): MediaStore {
  const send = openBucket(settings);
  return {
    async put(name, bytes) {
      assertMediaName(name);
      await available('image_not_stored', () =>
        send({ method: 'PUT', key: MEDIA_FOLDER + name, bytes: new Uint8Array(bytes) }),
      );
    },
    async get(name) {
      if (!isMediaName(name)) return null;
      return available('image_unavailable', () =>
        send({ method: 'GET', key: MEDIA_FOLDER + name }),
      );
    },
    async remove(name) {
      assertMediaName(name);
      await available('image_not_removed', () =>
        send({ method: 'DELETE', key: MEDIA_FOLDER + name }),
      );
    },
  };
}

async function available<T>(message: AnySentence, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new MediaUnavailableError(message, { cause });
  }
}

/** The image store that the settings name: a bucket, or files in DATA_DIR. */
export function createMediaStore({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>): MediaStore {
  return s3 ? createS3MediaStore(s3) : createFileMediaStore(mediaFolder({ dataDir }));
}

export function mediaFolder({ dataDir }: Pick<Settings, 'dataDir'>): string {
  return join(dataDir, 'media');
}
