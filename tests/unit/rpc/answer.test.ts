import { expect, it } from 'vitest';
import { readRecord, UnreadableAnswerError } from '~/fields/reading';
import { streamToBrowser } from '~/rpc/perform.server';
import { readAnswer } from '~/rpc/wire';

const read = (body: BodyInit | null) => readAnswer(streamToBrowser(new Response(body)), readRecord);

it('an answer is read unchanged', async () => {
  expect(await read('{"id": 7, "data": {"id": 8}}')).toEqual({ id: 7, data: { id: 8 } });
});

it.each(['<html><h1>It works</h1></html>', '', '{"id": 7', 'undefined'])(
  'a body that is not JSON (%j) is an error, and no empty record',
  async (body) => {
    await expect(read(body)).rejects.toThrow(UnreadableAnswerError);
  },
);

it('an aborted answer fails with the abort error', async () => {
  const abortError = new DOMException('The page was left', 'AbortError');
  const broken = new ReadableStream({ start: (controller) => controller.error(abortError) });
  await expect(read(broken)).rejects.toBe(abortError);
});
