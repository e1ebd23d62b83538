import { appendFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { styleText } from 'node:util';
import { z } from 'zod';
import { median, quantile } from '../support/quantile';

/** File with the figures of a run, one per line. At the end they become one table. */
const FIGURES_FILE = '.bench/figures';
/** Growth over the recorded figure that is not marked. Two quiet runs differ by less. */
const ALLOWED_GROWTH = 0.2;

const measured = z.array(z.number()).readonly();

const figureSchema = z.object({
  name: z.string(),
  unit: z.enum(['ms', 'kB', 'MiB', '1/s', 'files', '%']),
  /** One measurement or several. */
  ours: measured,
  /** Measurements of the reference in the same run. Without them the figure is a value, not a ratio. */
  reference: measured.optional(),
});
export type Figure = z.infer<typeof figureSchema>;

/** Vitest's global set-up. It empties the file, and prints the table at the end of the run. */
export async function setup(): Promise<() => Promise<void>> {
  await mkdir('.bench', { recursive: true });
  await writeFile(FIGURES_FILE, '');
  return async () => {
    const lines = (await readFile(FIGURES_FILE, 'utf8')).split('\n').filter(Boolean);
    const figures = lines.map((line) => figureSchema.parse(JSON.parse(line)));
    console.log(summarise(figures, await readFile('docs/performance.md', 'utf8')));
  };
}

/**
 * Writes the table of the figures, each with the aim and the ratio (or value) that docs/performance.md
 * records under its name. A figure that grew by more than a fifth and beyond its spread is marked and red.
 */
export function summarise(figures: readonly Figure[], docs: string): string {
  const recorded = readRecorded(docs);
  const lines = figures.map((figure) => {
    const known = recorded.get(figure.name);
    const { value = '-', aim = '-' } = known ?? {};
    const line = `${formatFigure(figure)}  recorded ${value}, aim ${aim}`;
    // Growth that the better quarter of the measurements shows too is more than their spread.
    const good = ratioOf(figure, figure.unit === '1/s' ? 0.75 : 0.25);
    const isGrown = known && good > known.value * (1 + ALLOWED_GROWTH);
    return isGrown ? styleText('red', `${line}  GREW`) : line;
  });
  const head = `${toLine('figure', 'ours', 'reference', 'ratio')}  recorded, aim`;
  return ['', head, ...lines, ''].join('\n');
}

/** Reads the aim and the first number of "last value" by the figure's name. */
function readRecorded(docs: string): ReadonlyMap<string, { aim: string; value: number }> {
  const rows = docs.matchAll(/^\| ([^|]+) \|[^|]*\| ([^|]*) \| ([\d.,]+)[^|]*\|[^|]*\|$/gm);
  return new Map(
    Array.from(rows, ([, name = '', aim = '', value = '']) => [
      name,
      { aim, value: Number(value.replaceAll(',', '')) },
    ]),
  );
}

/** Prints a figure, and keeps it for the table at the end of the run. */
export function report(figure: Figure): void {
  console.log(formatFigure(figure));
  appendFileSync(FIGURES_FILE, `${JSON.stringify(figure)}\n`);
}

/** Reports figures of our visits and of the reference's, by their names. */
export function reportVisits<T>(
  [ours, reference]: readonly [ours: readonly T[], reference: readonly T[]],
  figures: Readonly<Record<string, (visit: T) => number>>,
  unit: Figure['unit'] = 'ms',
): void {
  for (const [name, valueOf] of Object.entries(figures))
    report({ name, unit, ours: ours.map(valueOf), reference: reference.map(valueOf) });
}

/** Line with the figure, its reference, and the ratio between them. */
function formatFigure(figure: Figure): string {
  const { name, unit, ours, reference } = figure;
  if (!reference) return toLine(name, formatMeasured(ours, unit), '', '');
  const ratio = ratioOf(figure).toFixed(2);
  return toLine(name, formatMeasured(ours, unit), formatMeasured(reference, unit), ratio);
}

const toLine = (name: string, ours: string, reference: string, ratio: string) =>
  [name.padEnd(52), ours.padStart(28), reference.padStart(28), ratio.padStart(7)].join(' ');

/** The median of measurements, and the range of their middle half. */
function formatMeasured(values: readonly number[], unit: string): string {
  const text = `${median(values).toFixed(1)} ${unit}`;
  if (values.length === 1) return text;
  return `${text} [${quantile(values, 0.25).toFixed(1)} to ${quantile(values, 0.75).toFixed(1)}]`;
}

/** Ratio by which this quantile of ours is slower than the reference. Without a reference it is the value. */
function ratioOf({ unit, ours, reference }: Figure, share = 0.5): number {
  const own = quantile(ours, share);
  if (!reference) return own;
  return unit === '1/s' ? median(reference) / own : own / median(reference);
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/**
 * Measures two subjects in turns, A B A B, so that a drift of the machine affects both. The warm-ups come
 * first and are not counted.
 */
export async function alternate<S, T>(
  runs: number,
  [a, b]: readonly [a: S, b: S],
  measure: (subject: S, run: number) => Promise<T>,
  warmUps = 1,
): Promise<[first: readonly T[], second: readonly T[]]> {
  const first: T[] = [];
  const second: T[] = [];
  for (let run = 0; run < warmUps + runs; run += 1) {
    first.push(await measure(a, run));
    second.push(await measure(b, run));
  }
  return [first.slice(warmUps), second.slice(warmUps)];
}
