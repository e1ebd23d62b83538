/** The middle of some measurements. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The median, and what the middle half lies between. */
export function spread(values: readonly number[], unit: string): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  const [from, to] = [at(0.25), at(0.75)].map((value) => value.toFixed(0));
  return `${median(values).toFixed(0)} ${unit} [${from} to ${to}]`;
}

export interface Figure {
  name: string;
  unit: 'ms' | 'KiB' | 'MiB' | '1/s';
  ours: number;
  /** Measured in the same run; null for an absolute value. */
  reference: number | null;
  aim: string;
}

/** One line: the figure, its reference, the ratio between them and the aim. */
export function formatFigure({ name, unit, ours, reference, aim }: Figure): string {
  const number = (value: number) => `${value.toFixed(1)} ${unit}`.padStart(12);
  // Of speeds the reference's share: 2 is half as fast.
  const quotient = (from: number) => (unit === '1/s' ? from / ours : ours / from);
  const ratio = reference === null ? '' : quotient(reference).toFixed(2);
  return [
    name.padEnd(52),
    number(ours),
    reference === null ? ''.padStart(12) : number(reference),
    ratio.padStart(7),
    `  ${aim}`,
  ].join(' ');
}

/** Runs two measurements in turn, A B A B, so that a drift of the machine hits both alike. */
export async function alternate(
  runs: number,
  a: () => Promise<number>,
  b: () => Promise<number>,
): Promise<[number, number]> {
  const first: number[] = [];
  const second: number[] = [];
  await a();
  await b();
  for (let run = 0; run < runs; run += 1) {
    first.push(await a());
    second.push(await b());
  }
  return [median(first), median(second)];
}
