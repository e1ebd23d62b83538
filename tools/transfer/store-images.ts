import type { MediaStore } from '~/api/media/media-store';
import { readArchive, readWhole } from './archive';
import { imageFile, type Manifest } from './manifest';
import { UsageError } from '../command';

/**
 * Stores the archive's images under the names that they have there, and lists in `stored` those that were not in the
 * store before: they alone may be removed when the import fails. An image that exists with the same bytes is used as it
 * is, and none is ever overwritten: the store may be another installation's.
 * @throws UsageError for an image that exists with other bytes
 */
export async function storeImages(
  path: string,
  media: MediaStore,
  { pictures }: Manifest,
  stored: string[],
): Promise<void> {
  const names = new Map(pictures.map(({ name }) => [imageFile(name), name]));
  for await (const file of readArchive(path)) {
    const name = names.get(file.name);
    if (name === undefined) continue;
    const bytes = await readWhole(file);
    const existing = await media.get(name);
    if (existing === null) {
      // Before the call: a store whose response was lost has the image.
      stored.push(name);
      await media.put(name, bytes);
    } else if (!Buffer.from(existing).equals(bytes)) {
      throw new UsageError(
        `The store holds another image named ${name}. Nothing was overwritten; import into an empty store.`,
      );
    }
  }
}
