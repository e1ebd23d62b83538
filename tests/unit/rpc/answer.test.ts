import { expect, it } from 'vitest';
import { readRecord, UnreadableAnswerError } from '~/fields/reading';
import { streamToBrowser } from '~/rpc/perform.server';
import { readAnswer } from '~/rpc/wire';

const read = (body: BodyInit | null) => readAnswer(streamToBrowser(new Response(body)), readRecord);

it('is read as it came', async () => {
  expect(await read('{"id": 7, "data": {"id": 8}}')).toEqual({ id: 7, data: { id: 8 } });
});

it.each(['<html><h1>It works</h1></html>', '', '{"id": 7', 'undefined'])(
  'what is no JSON (%j) cannot be read, and is no empty record',
  async (body) => {
    await expect(read(body)).rejects.toThrow(UnreadableAnswerError);
  },
);

it('one that nobody waits for any more is none', async () => {
  const left = new DOMException('The page was left', 'AbortError');
  const broken = new ReadableStream({ start: (controller) => controller.error(left) });
  await expect(read(broken)).rejects.toBe(left);
});
