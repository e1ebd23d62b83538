import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIGURE_HEAD, figureSchema, formatFigure, goodRatioOf, type Figure } from './report';

/** Growth over the recorded figure that is marked: two quiet runs differ by less. */
const ALLOWED_GROWTH = 0.2;
const RED = '\u001B[31m';
const PLAIN = '\u001B[39m';

/** Vitest's global set-up: the benches of a run write their figures into one file, of which the end of the run makes one table. */
export default async function keepFigures(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'condo-bench-'));
  const file = join(folder, 'figures');
  process.env.BENCH_FIGURES = file;
  return async () => {
    const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean);
    const figures = lines.map((line) => figureSchema.parse(JSON.parse(line)));
    const docs = await readFile('docs/performance.md', 'utf8');
    console.log(summarise(figures, docs, process.stdout.isTTY));
    await rm(folder, { recursive: true, force: true });
  };
}

/**
 * One table of the figures, each beside the ratio that docs/performance.md records under its name (or the value, where there is no
 * reference). What grew by more than a fifth, beyond its spread, is marked, and red with `colours`.
 */
export function summarise(figures: readonly Figure[], docs: string, colours: boolean): string {
  const recorded = readRecorded(docs);
  const lines = figures.map((figure) => {
    const known = recorded.get(figure.name);
    const line = `${formatFigure(figure)}  recorded ${known ?? '-'}`;
    if (known === undefined || goodRatioOf(figure) <= known * (1 + ALLOWED_GROWTH)) return line;
    return colours ? `${RED}${line}  GREW${PLAIN}` : `${line}  GREW`;
  });
  return ['', FIGURE_HEAD, ...lines, ''].join('\n');
}

/** The first number of "last value" by the figure's name, in rows `| figure | reference | aim | last value | command |`. */
function readRecorded(docs: string): ReadonlyMap<string, number> {
  const rows = docs.matchAll(/^\| ([^|]+) \|[^|]*\|[^|]*\| ([\d.,]+)[^|]*\|[^|]*\|$/gm);
  return new Map(
    Array.from(rows, ([, name = '', value = '']) => [name, Number(value.replaceAll(',', ''))]),
  );
}
