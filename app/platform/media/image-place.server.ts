import { stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ifExists, makeFolders } from '~/platform/file-errors.server';
import type { Log } from '~/platform/log';
import { SettingsError, type Settings } from '~/platform/settings.server';
import type { Db } from '~/platform/database/connect.server';
import { getInstallationId, settleImagePlace } from '~/platform/database/installation.repo';
import { claimBucket, type Claim } from './bucket-owner.server';
import { mediaFolder } from './s3-media-store.server';

/**
 * Claims the place of a database's images, a bucket or a folder, and marks it. If it cannot be written to,
 * that is only logged.
 * @throws SettingsError for another place
 */
export async function claimImagePlace(
  settings: Pick<Settings, 's3' | 'dataDir'>,
  db: Db,
  log: Log,
): Promise<void> {
  const installation = await getInstallationId(db);
  /** Runs before a place is marked. The place of the first process becomes the only one. */
  const settle = async (place: string, isMarked: boolean, mark: string) => {
    const settled = await settleImagePlace(db, place, isMarked);
    if (settled === place) return;
    throw new SettingsError(
      `The images of this database are in ${settled}, and not in ${place}. Set S3_* and DATA_DIR to that place. ` +
        `Only where the images have been moved here, or are lost, ${mark}.`,
    );
  };
  if (settings.s3) await claimBucket(settings.s3, { installation, settle, log });
  else await claimFolder(mediaFolder(settings), { installation, settle, log });
}

/**
 * Claims a folder. Several processes and several databases may use one folder, as names of images are
 * random.
 */
async function claimFolder(folder: string, { installation, settle, log }: Claim): Promise<void> {
  const marker = join(folder, `installation-${installation}`);
  try {
    const isMarked = (await ifExists(stat(marker), ['ENOENT'])) !== undefined;
    await settle(`the folder ${folder} of ${hostname()}`, isMarked, `create the file ${marker}`);
    if (isMarked) return;
    await makeFolders(folder);
    await writeFile(marker, '');
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    log.warn({ err: error }, `Images cannot be stored in ${folder}`);
  }
}
