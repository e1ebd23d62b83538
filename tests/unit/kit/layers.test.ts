import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// The scale of layers in app/styles.css is the only place that has numbers of z-index.

const STYLES = 'app/styles.css';
const scale = [...readFileSync(STYLES, 'utf8').matchAll(/--z-index-([a-z]+): (\d+);/g)].map(
  ([, name = '', number]) => ({ name, number: Number(number) }),
);

/** Each use of a layer in a source text: a utility class, a declaration or a style of React's. */
function layersIn(text: string): string[] {
  const classes = text.matchAll(
    /(?<![\w-])-?z-((?:[[(][^\s'"`]*)|auto\b|\d+|(?!index)[a-z]+)(?![\w-])/g,
  );
  const declared = text.matchAll(/z-index:\s*([^;]+);/g);
  const inline = text.matchAll(/zIndex\b\s*[:=]?\s*([^,}\s]*)/g);
  return [...classes, ...declared, ...inline].map(([, layer = '']) => layer);
}

test('the layers rise from one to the next: no two are equal', () => {
  const numbers = scale.map(({ number }) => number);
  expect(numbers.length).toBeGreaterThan(5);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
});

test('the check sees each way to write one', () => {
  const text = `"z-10 md:z-1 -z-5 z-[7] z-(--x) z-auto z-dialog" z-index: 10; style={{ zIndex: 3 }}`;
  expect(layersIn(text)).toEqual(['10', '1', '5', '[7]', '(--x)', 'auto', 'dialog', '10', '3']);
});

test('no file of the app has another layer', () => {
  const files = globSync('app/**/*.{ts,tsx,css}');
  expect(files.length).toBeGreaterThan(300);
  const allowed = new Set(scale.flatMap(({ name }) => [name, `var(--z-index-${name})`]));
  const others = files.flatMap((file) =>
    layersIn(readFileSync(file, 'utf8'))
      .filter((layer) => !allowed.has(layer))
      .map((layer) => `${file}: ${layer}`),
  );
  expect(others).toEqual([]);
});
