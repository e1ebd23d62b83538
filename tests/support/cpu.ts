/**
 * Limit for hostile input that could keep a parser busy for minutes. A rejection takes a tenth of a
 * second, and several times as long on a machine that other programs keep busy.
 */
export const CPU_LIMIT_SECONDS = 6;

/**
 * Returns the CPU seconds that the work takes. Other programs distort this figure far less than they
 * distort the clock's.
 */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
