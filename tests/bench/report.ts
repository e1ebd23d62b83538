import { afterAll } from 'vitest';
import { FIGURE_HEAD, formatFigure, type Figure } from './statistics';

/** Collects a file's results: each is printed as soon as it is known, and all of them again at the end. */
export function createReport(): (...added: Figure[]) => void {
  const figures: Figure[] = [];
  afterAll(() => {
    console.log(['', FIGURE_HEAD, ...figures.map(formatFigure), ''].join('\n'));
  });
  return (...added) => {
    figures.push(...added);
    for (const figure of added) console.log(formatFigure(figure));
  };
}
