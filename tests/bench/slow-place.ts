import type { CDPSession } from '@playwright/test';

/** A slow place: a CPU 4 times slower, 165 ms to the server, 8 Mbit/s. */
const SLOW = { cpu: 4, latencyMs: 165, bytesPerSecond: 1_000_000 };

/** A page in a slow place. */
export async function slowDown(client: CDPSession): Promise<void> {
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu });
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW.latencyMs,
    downloadThroughput: SLOW.bytesPerSecond,
    uploadThroughput: SLOW.bytesPerSecond,
  });
}
