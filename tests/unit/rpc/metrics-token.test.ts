import { afterAll, expect, it, vi } from 'vitest';

const METRICS_TOKEN = 'a token for the metrics';
vi.stubEnv('METRICS_TOKEN', METRICS_TOKEN);
// Settings are read once: another test may have read them before.
vi.resetModules();
const { answerProbe } = await import('~/rpc/embedded/health.server');
afterAll(() => {
  vi.unstubAllEnvs();
});

it.each([
  ['', 401],
  ['Bearer x', 401],
  [METRICS_TOKEN, 401],
  [`Bearer ${METRICS_TOKEN.slice(0, -1)}`, 401],
  [`Bearer ${METRICS_TOKEN}x`, 401],
  [`Bearer ${METRICS_TOKEN}`, 200],
])('metrics are for the token alone: "%s" is answered by %i', async (authorization, status) => {
  const request = new Request('http://panel/metrics', { headers: { authorization } });
  expect((await answerProbe(request))?.status).toBe(status);
});
