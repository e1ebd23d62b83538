export interface NumberSteps {
  /** The smallest value, from which the steps count. */
  min: number;
  step: number;
}

/** Whether `value` is a step apart from a rounding error. */
const ROUNDING = 1e-9;

/**
 * The next value on the steps from `min`, as a browser's own number input steps: an empty one begins at `min`, one between
 * two steps goes to the next of them, and none goes below `min`.
 */
export function stepped(
  value: number | undefined,
  direction: 1 | -1,
  { min, step }: NumberSteps,
): number {
  if (value === undefined || Number.isNaN(value)) return min;
  const steps = (value - min) / step;
  const next = direction === 1 ? Math.floor(steps + ROUNDING) + 1 : Math.ceil(steps - ROUNDING) - 1;
  // Two decimal places are the smallest step (contract/fields.ts).
  return Math.max(min, Number((min + next * step).toFixed(2)));
}
