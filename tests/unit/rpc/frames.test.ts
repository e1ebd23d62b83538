import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { decodeFrames, encodeFrame, type Frame } from '~/rpc/frames';
import { collect } from '../../support/collect';
import { pieces } from '../../support/pieces';
import { toWebStream } from '~/platform/streams';

const FRAMES: readonly Frame[] = [
  { kind: 'bytes', bytes: new Uint8Array([1, 2, 3]) },
  { kind: 'progress', value: { rows: 3, total: null } },
  { kind: 'bytes', bytes: new Uint8Array(0) },
  { kind: 'bytes', bytes: new Uint8Array(70_000).fill(7) },
  { kind: 'end', value: { rows: 3 } },
];

const encoded = (frames: readonly Frame[]) => Buffer.concat(frames.map(encodeFrame));

/** The frames of a body that arrives in pieces of so many bytes. */
const decoded = (bytes: string | Uint8Array, size: number) =>
  collect(decodeFrames(toWebStream(Readable.from(pieces(bytes, size)))));

it.each([1, 4, 5, 1_000, 1_000_000])('frames arrive whole in pieces of %i bytes', async (size) => {
  const short = FRAMES.filter((frame) => frame.kind !== 'bytes' || frame.bytes.length < 1_000);
  const frames = size < 1_000 ? short : FRAMES;
  expect(await decoded(encoded(frames), size)).toEqual(frames);
});

it('a response without its end frame is broken, wherever it was cut', async () => {
  const whole = encoded(FRAMES.filter((frame) => frame.kind !== 'bytes'));
  for (let length = 0; length < whole.length; length += 1) {
    await expect(decoded(whole.subarray(0, length), 16)).rejects.toThrow('cut off');
  }
});

it('a response that is none of ours is broken', async () => {
  await expect(decoded('<html>Bad gateway</html>', 100)).rejects.toThrow('has no frames');
});
