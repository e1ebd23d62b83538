import { describe, expect, it } from 'vitest';
import { readRecord, UnreadableAnswerError } from '~/contract/reading';
import { streamToBrowser, readAnswer } from '~/data/answer';
import { AppError } from '~/lib/app-error';

const read = (body: BodyInit | null) => readAnswer(streamToBrowser(new Response(body)), readRecord);

/** An answer of which some arrives before it ends in `reason`. */
const broken = (reason: Error) =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('{"id": 7'));
      controller.error(reason);
    },
  });

describe('an answer in the browser', () => {
  it('is read as it came', async () => {
    expect(await read('{"id": 7, "data": {"id": 8}}')).toEqual({ id: 7, data: { id: 8 } });
  });

  it.each(['<html><h1>It works</h1></html>', '', '{"id": 7', 'undefined'])(
    'that is no JSON (%j) cannot be read, and is no empty record',
    async (body) => {
      await expect(read(body)).rejects.toThrow(UnreadableAnswerError);
    },
  );

  it('that breaks off is a network error', async () => {
    const error: unknown = await read(broken(new TypeError('terminated'))).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ status: 0, message: 'Network error' });
  });

  it('that nobody waits for any more is none', async () => {
    const left = new DOMException('The page was left', 'AbortError');
    await expect(read(broken(left))).rejects.toBe(left);
  });
});
