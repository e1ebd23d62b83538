import type { MediaStore } from '~/api/media/media-store';
import { storeImage } from '~/api/media/images';
import type { ImageNames } from '~/api/condos/condo-images';
import { drawFlag } from './art/flags';
import { drawBuilding } from './art/illustration';
import { renderDrawing } from './art/render';
import type { DemoCondo } from './demo-places';

/** Images drawn at the same time: the work is CPU-bound. */
const AT_ONCE = 4;

/** Draws and stores the images of each building, in their order. */
export async function storeCondoImages(
  media: MediaStore,
  condos: readonly DemoCondo[],
): Promise<ImageNames[]> {
  const flags = new Map<string, Promise<Uint8Array> | null>();
  // Each building has files of its own: replacing one must not take it from another.
  const storeFlag = async (name: string): Promise<string | null> => {
    if (!flags.has(name)) {
      const drawing = drawFlag(name);
      flags.set(name, drawing === null ? null : renderDrawing(drawing, 'flag'));
    }
    const bytes = await flags.get(name);
    return bytes ? storeImage(media, bytes) : null;
  };
  const names: ImageNames[] = [];
  for (let start = 0; start < condos.length; start += AT_ONCE) {
    const batch = condos.slice(start, start + AT_ONCE).map(async ({ row, kind }, offset) => ({
      image_name: await storeImage(
        media,
        await renderDrawing(drawBuilding(start + offset, kind), 'image'),
      ),
      flag_name: await storeFlag(row.state),
      country_flag_name: await storeFlag(row.country),
    }));
    names.push(...(await Promise.all(batch)));
  }
  return names;
}
