/**
 * For hostile input that would be computed on for minutes: what is rejected takes a tenth of a second, and several times
 * as much on a machine that other programs keep busy.
 */
export const CPU_LIMIT_SECONDS = 6;

/** Seconds of computing that work takes; what the machine does meanwhile counts far less than by the clock. */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
