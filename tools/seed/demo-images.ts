import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageNames } from '~/condos/server/images';
import { storeImage } from '~/platform/media/images';
import type { MediaStore } from '~/platform/media/media-store';
import type { DemoCondo, HouseKind } from './demo-places';

/** Prepared WebP files in the sizes to which uploads are scaled: see images/README.md. */
const FOLDER = join(import.meta.dirname, 'images');

/** Stores the images of each building, in the order of the buildings. */
export async function storeCondoImages(
  media: MediaStore,
  condos: readonly DemoCondo[],
): Promise<ImageNames[]> {
  const houses = await readImages('buildings');
  const flags = await readImages('flags');
  // Each building gets its own copy, since replacing an image must not remove another building's.
  const store = async (bytes: Uint8Array | undefined) =>
    bytes === undefined ? null : storeImage(media, bytes);
  const pickHouse = createPicker(houses);
  const names: ImageNames[] = [];
  for (const { row, kind } of condos) {
    const [image_name, flag_name, country_flag_name] = await Promise.all([
      store(pickHouse(kind)),
      store(flags.get(row.state)),
      store(flags.get(row.country)),
    ]);
    names.push({ image_name, flag_name, country_flag_name });
  }
  return names;
}

/** The files of a folder by their names without the ending. */
async function readImages(folder: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = (await readdir(join(FOLDER, folder))).toSorted();
  const entries = files.map(
    async (file) =>
      [file.replace(/\.webp$/, ''), await readFile(join(FOLDER, folder, file))] as const,
  );
  return new Map(await Promise.all(entries));
}

/** Returns the images of each kind (block-1, block-2 and so on) in turn. */
function createPicker(houses: ReadonlyMap<string, Uint8Array>) {
  const byKind = Map.groupBy(houses, ([name]) => name.replace(/-\d+$/, ''));
  return (kind: HouseKind): Uint8Array | undefined => {
    const images = byKind.get(kind) ?? [];
    const next = images.shift();
    if (next) images.push(next);
    return next?.[1];
  };
}
