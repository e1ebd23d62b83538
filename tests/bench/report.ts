import { appendFileSync } from 'node:fs';
import { formatFigure, type Figure } from './statistics';

/** Without a reference it is an absolute value. */
type MeasuredFigure = Omit<Figure, 'reference' | 'aim'> &
  Partial<Pick<Figure, 'reference' | 'aim'>>;

/** Prints figures as soon as they are known, and keeps them for the table at the end of the run (summary.ts). */
export function report(...figures: MeasuredFigure[]): void {
  for (const measured of figures) {
    const figure: Figure = { reference: null, aim: '', ...measured };
    console.log(formatFigure(figure));
    const file = process.env.BENCH_FIGURES;
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(figure)}\n`);
  }
}
