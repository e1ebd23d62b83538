import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

interface ImageOptions {
  width?: number;
  height?: number;
  format?: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif';
  alpha?: number;
}

/** An image whose left half is red and whose right half is blue. */
export async function makeImage(options: ImageOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { width = 40, height = 20, format = 'png', alpha = 1 } = options;
  const pixels = Buffer.alloc(width * height * 4);
  for (let index = 0; index < width * height; index += 1) {
    const isLeft = index % width < width / 2;
    pixels.set([isLeft ? 255 : 0, 0, isLeft ? 0 : 255, Math.round(alpha * 255)], index * 4);
  }
  const image = sharp(pixels, { raw: { width, height, channels: 4 } });
  return new Uint8Array(await image.toFormat(format).toBuffer());
}

/** A JPEG lying on its side, with a place and a camera in its EXIF. */
export async function makePhoto(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await sharp(await makeImage({ width, height }))
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '47/1 22/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  return new Uint8Array(bytes);
}

/** A PNG of a few kilobytes that claims, and has, `side` x `side` pixels. */
export function makePngBomb(side: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([signature, ...chunks]));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
