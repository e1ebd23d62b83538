import sharp from 'sharp';
import { IMAGE_BOXES } from '~/api/condos/condo-images';
import { encodeImage } from '~/api/media/images';

const SVG = { operation: ['VipsForeignLoadSvg'] };

/** Lets SVG in while `work` draws: nowhere else may it ever be read. */
export async function allowDrawings<T>(work: () => Promise<T>): Promise<T> {
  sharp.unblock(SVG);
  try {
    return await work();
  } finally {
    sharp.block(SVG);
  }
}

/** Our own drawings become pictures by the same way as uploads. Only inside `allowDrawings`. */
export async function renderDrawing(
  svg: string,
  box: keyof typeof IMAGE_BOXES,
): Promise<Uint8Array> {
  const png = await sharp(Buffer.from(svg)).png({ compressionLevel: 0 }).toBuffer();
  return encodeImage(png, IMAGE_BOXES[box]);
}
