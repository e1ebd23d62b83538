import { afterAll } from 'vitest';
import { formatFigure, type Figure } from './statistics';

/** Collects a file's results: each is printed as soon as it is known, and all of them again at the end. */
export function createReport(): (...added: Figure[]) => void {
  const figures: Figure[] = [];
  afterAll(() => {
    const head = `${'figure'.padEnd(54)}ours     reference   ratio   aim`;
    console.log(['', head, ...figures.map(formatFigure), ''].join('\n'));
  });
  return (...added) => {
    figures.push(...added);
    for (const figure of added) console.log(formatFigure(figure));
  };
}
