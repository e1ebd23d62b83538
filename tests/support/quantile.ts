/** The quantile of measurements, interpolated between two of them. `share` is 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  if (below === undefined || above === undefined) return Number.NaN;
  return below + (above - below) * (position % 1);
}

export const median = (values: readonly number[]) => quantile(values, 0.5);
