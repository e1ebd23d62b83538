import { afterAll, expect, it, vi } from 'vitest';

const METRICS_TOKEN = 'a token for the metrics';
vi.stubEnv('METRICS_TOKEN', METRICS_TOKEN);
// Settings are read once: another test may have read them before.
vi.resetModules();
const { answerProbe } = await import('~/server/health.server');
afterAll(() => {
  vi.unstubAllEnvs();
});

async function statusFor(authorization: string): Promise<number | undefined> {
  const request = new Request('http://panel/metrics', { headers: { authorization } });
  return (await answerProbe(request))?.status;
}

it.each([
  '',
  'Bearer x',
  METRICS_TOKEN,
  `Bearer ${METRICS_TOKEN.slice(0, -1)}`,
  `Bearer ${METRICS_TOKEN}x`,
])('metrics are not for "%s"', async (authorization) => {
  expect(await statusFor(authorization)).toBe(401);
});

it('metrics are for the token', async () => {
  expect(await statusFor(`Bearer ${METRICS_TOKEN}`)).toBe(200);
});
