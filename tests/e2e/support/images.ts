import sharp from 'sharp';

export interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

interface ImageOptions {
  width?: number;
  height?: number;
  color?: string;
  format?: 'png' | 'jpeg' | 'webp';
}

/** An image in one colour. */
export async function imageFile(
  name: string,
  { width = 684, height = 368, color = '#3366cc', format = 'png' }: ImageOptions = {},
): Promise<Upload> {
  const buffer = await sharp({ create: { width, height, channels: 3, background: color } })
    .toFormat(format)
    .toBuffer();
  return { name, mimeType: `image/${format}`, buffer };
}

/** A form with an image and nothing else. */
export async function imageForm(): Promise<FormData> {
  const { buffer, name, mimeType } = await imageFile('front.png');
  const form = new FormData();
  form.set('image', new File([new Uint8Array(buffer)], name, { type: mimeType }));
  return form;
}
