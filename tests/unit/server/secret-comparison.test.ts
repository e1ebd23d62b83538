import type * as crypto from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { createPasswords } from '~/api/auth/passwords';
import { answerProbe } from '~/server/health.server';

/** What was compared in constant time; the real functions do the work. */
const compared: [number, number][] = [];
vi.mock('node:crypto', async (importOriginal) => {
  const original = await importOriginal<typeof crypto>();
  return {
    ...original,
    timingSafeEqual(a: NodeJS.ArrayBufferView, b: NodeJS.ArrayBufferView) {
      compared.push([a.byteLength, b.byteLength]);
      return original.timingSafeEqual(a, b);
    },
  };
});

const METRICS_TOKEN = 'a token for the metrics';
vi.stubEnv('METRICS_TOKEN', METRICS_TOKEN);

// Timing is too imprecise on a busy machine: this checks which comparison is used.
describe('secrets are compared in constant time', () => {
  it('passwords, by the hashes of both', async () => {
    const passwords = createPasswords();
    const hash = await passwords.hash('right');
    compared.length = 0;
    expect(await passwords.verify(hash, 'right')).toBe(true);
    expect(await passwords.verify(hash, 'wrong')).toBe(false);
    expect(compared).toEqual([
      [32, 32],
      [32, 32],
    ]);
  });

  it.each(['', 'Bearer x', `Bearer ${METRICS_TOKEN.slice(0, -1)}`])(
    'the token of the metrics, sent as "%s"',
    async (authorization) => {
      compared.length = 0;
      const request = new Request('http://panel/metrics', { headers: { authorization } });
      expect((await answerProbe(request))?.status).toBe(401);
      expect(compared).toEqual([[32, 32]]);
    },
  );

  it('and the right token is let in', async () => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const answer = await answerProbe(new Request('http://panel/metrics', { headers }));
    expect(answer?.status).toBe(200);
  });
});
