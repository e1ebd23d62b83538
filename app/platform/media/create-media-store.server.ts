import { join } from 'node:path';
import type { Settings } from '~/platform/settings.server';
import { createFileMediaStore } from './file-media-store';
import type { MediaStore } from './media-store';
import { createS3MediaStore } from './s3-media-store.server';

/** The image store that the settings name: a bucket, or files in DATA_DIR. */
export function createMediaStore({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>): MediaStore {
  return s3 ? createS3MediaStore(s3) : createFileMediaStore(mediaFolder({ dataDir }));
}

export function mediaFolder({ dataDir }: Pick<Settings, 'dataDir'>): string {
  return join(dataDir, 'media');
}
