import { appendFileSync } from 'node:fs';
import { z } from 'zod';

/** The middle of some measurements. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** What the middle half of some measurements lies between. */
function middleHalf(values: readonly number[]): [from: number, to: number] {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return [at(0.25), at(0.75)];
}

const measuredSchema = z.union([z.number(), z.array(z.number()).readonly()]);
/** A value, or several of the same, which are printed as their median and what the middle half lies between. */
type Measured = z.infer<typeof measuredSchema>;

export const figureSchema = z.object({
  name: z.string(),
  unit: z.enum(['ms', 'kB', 'MiB', '1/s', 'files', '%']),
  ours: measuredSchema,
  /** Measured in the same run; null for an absolute value. */
  reference: measuredSchema.nullable().default(null),
  aim: z.string().default(''),
});
export type Figure = z.infer<typeof figureSchema>;

/** Prints figures as soon as they are known, and keeps them for the table at the end of the run (summary.ts). */
export function report(...figures: Array<z.input<typeof figureSchema>>): void {
  for (const figure of figures.map((measured) => figureSchema.parse(measured))) {
    console.log(formatFigure(figure));
    const file = process.env.BENCH_FIGURES;
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(figure)}\n`);
  }
}

/** A figure of each visit: what it is called, its value, and its aim. */
type Part<T> = readonly [label: string, valueOf: (visit: T) => number, aim?: string];

/** Reports the figures of our visits beside those of the reference's. */
export function reportVisits<T>(
  [ours, reference]: readonly [ours: readonly T[], reference: readonly T[]],
  parts: ReadonlyArray<Part<T>>,
  unit: Figure['unit'] = 'ms',
): void {
  for (const [name, valueOf, aim] of parts)
    report({ name, unit, ours: ours.map(valueOf), reference: reference.map(valueOf), aim });
}

const NAME_WIDTH = 52;
const NUMBER_WIDTH = 28;

/** One line: the figure, its reference, the ratio between them and the aim. */
export function formatFigure(figure: Figure): string {
  const { name, unit, ours, reference, aim } = figure;
  const ratio = reference === null ? '' : ratioOf(figure).toFixed(2);
  return [
    name.padEnd(NAME_WIDTH),
    formatMeasured(ours, unit).padStart(NUMBER_WIDTH),
    (reference === null ? '' : formatMeasured(reference, unit)).padStart(NUMBER_WIDTH),
    ratio.padStart(7),
    `  ${aim}`,
  ].join(' ');
}

/** Of a time how much longer it takes, of a speed how often it fits into the reference's; without a reference the value itself. */
function ratioOf({ unit, ours, reference }: Figure): number {
  if (reference === null) return medianOf(ours);
  const [own, other] = [medianOf(ours), medianOf(reference)];
  return unit === '1/s' ? other / own : own / other;
}

/** The ratio in the better quarter of the measurements: growth that it shows too is more than their spread. */
export function goodRatioOf(figure: Figure): number {
  const { unit, ours } = figure;
  if (typeof ours === 'number') return ratioOf(figure);
  const [from, to] = middleHalf(ours);
  return ratioOf({ ...figure, ours: unit === '1/s' ? to : from });
}

/** What stands above the lines of `formatFigure`. */
export const FIGURE_HEAD = [
  'figure'.padEnd(NAME_WIDTH),
  'ours'.padStart(NUMBER_WIDTH),
  'reference'.padStart(NUMBER_WIDTH),
  '  ratio',
  '  aim',
].join(' ');

function medianOf(measured: Measured): number {
  return typeof measured === 'number' ? measured : median(measured);
}

function formatMeasured(measured: Measured, unit: string): string {
  const text = `${medianOf(measured).toFixed(1)} ${unit}`;
  if (typeof measured === 'number') return text;
  const [from, to] = middleHalf(measured);
  return `${text} [${from.toFixed(1)} to ${to.toFixed(1)}]`;
}

/** Runs two measurements in turn, A B A B, so that a drift of the machine hits both alike. The first ones warm and are not counted. */
export async function alternate<T>(
  runs: number,
  a: () => Promise<T>,
  b: () => Promise<T>,
  warmUps = 1,
): Promise<[first: readonly T[], second: readonly T[]]> {
  const first: T[] = [];
  const second: T[] = [];
  for (let run = 0; run < warmUps + runs; run += 1) {
    first.push(await a());
    second.push(await b());
  }
  return [first.slice(warmUps), second.slice(warmUps)];
}
