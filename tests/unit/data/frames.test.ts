import { expect, it } from 'vitest';
import { decodeFrames, encodeFrame, type Frame } from '~/data/frames';
import { collect } from '../../support/collect';

const FRAMES: readonly Frame[] = [
  { kind: 'bytes', bytes: new Uint8Array([1, 2, 3]) },
  { kind: 'progress', value: { rows: 3, total: null } },
  { kind: 'bytes', bytes: new Uint8Array(0) },
  { kind: 'bytes', bytes: new Uint8Array(70_000).fill(7) },
  { kind: 'end', value: { rows: 3 } },
];

function encoded(frames: readonly Frame[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(frames.map(encodeFrame)));
}

/** A body that arrives in pieces of so many bytes. */
function bodyOf(bytes: Uint8Array<ArrayBuffer>, pieceBytes: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + pieceBytes));
      at += pieceBytes;
    },
  });
}

it.each([1, 4, 5, 1_000, 1_000_000])('frames arrive whole in pieces of %i bytes', async (size) => {
  const short = FRAMES.filter((frame) => frame.kind !== 'bytes' || frame.bytes.length < 1_000);
  const frames = size < 1_000 ? short : FRAMES;
  expect(await collect(decodeFrames(bodyOf(encoded(frames), size)))).toEqual(frames);
});

it('a response without its end frame is broken, wherever it was cut', async () => {
  const whole = encoded(FRAMES.filter((frame) => frame.kind !== 'bytes'));
  for (let length = 0; length < whole.length; length += 1) {
    const cut = decodeFrames(bodyOf(whole.slice(0, length), 16));
    await expect(collect(cut)).rejects.toThrow('cut off');
  }
});

it('a response that is none of ours is broken', async () => {
  const html = new TextEncoder().encode('<html>Bad gateway</html>');
  await expect(collect(decodeFrames(bodyOf(html, 100)))).rejects.toThrow('has no frames');
});
