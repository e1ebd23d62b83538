import { appendFileSync } from 'node:fs';
import { formatFigure, type Figure } from './statistics';

/** Prints figures as soon as they are known, and keeps them for the table at the end of the run (summary.ts). */
export function report(...figures: Figure[]): void {
  for (const figure of figures) {
    console.log(formatFigure(figure));
    const file = process.env.BENCH_FIGURES;
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(figure)}\n`);
  }
}
