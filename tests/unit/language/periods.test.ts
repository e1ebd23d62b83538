import { basename } from 'node:path';
import { expect, it } from 'vitest';
import type { Catalogue } from '../../../scripts/lib/texts';
import { fill } from '~/language/texts';

const CATALOGUES = import.meta.glob<Catalogue>('../../../app/language/locales/*.json', {
  eager: true,
  import: 'default',
});
const [first = {}] = Object.values(CATALOGUES);
const LANGUAGES: ReadonlyArray<[string, readonly string[]]> = [
  ['en', Object.keys(first)],
  ...Object.entries(CATALOGUES).map(([path, one]): [string, string[]] => [
    basename(path, '.json'),
    Object.values(one).filter((text) => typeof text === 'string'),
  ]),
];

it.each(LANGUAGES)('a value that ends in a period ends a sentence once: %s', (_code, texts) => {
  const ending = texts.filter((text) => /\{\d\}\.(?!\.)/.test(text));
  expect(ending.length).toBeGreaterThan(5);
  for (const text of ending) {
    const values = Array<string>(10).fill('Hausnr.');
    expect(fill(text, values)).not.toMatch(/Hausnr\.\.(?!\.)/);
    // Any other value is followed by the sentence's own period.
    expect(fill(text, Array<string>(10).fill('Ort'))).toContain('Ort.');
  }
});

it('an ellipsis stays', () => {
  expect(fill('Loading {0}...', ['Nr.'])).toBe('Loading Nr....');
});
