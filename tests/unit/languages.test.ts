import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { extractTexts, problemsOf, type Catalogue } from '../../scripts/lib/texts';
import { compileCatalogue } from '../../scripts/languages-plugin';

const CATALOGUES = import.meta.glob<Catalogue>('../../app/locales/*.json', {
  eager: true,
  import: 'default',
});
const texts = extractTexts();

describe('the catalogues', () => {
  it.each(Object.entries(CATALOGUES))('%s has every text and no other', (path, catalogue) => {
    const code = basename(path, '.json');
    expect(problemsOf(catalogue, texts, code)).toEqual([]);
    // Each text has an id of its own.
    expect(() => compileCatalogue(JSON.stringify(catalogue))).not.toThrow();
  });

  it('are for the texts of screens, of fields, of values and of what counts', () => {
    const some = ['Admin Login', 'Export {0}', 'Zip Code', 'Building Manager', '# buildings'];
    expect(some.filter((text) => !texts.has(text))).toEqual([]);
  });

  it('are told what is wrong with them', () => {
    const wanted = new Map([
      ['Save', null],
      ['Delete {0}', null],
      ['# rows', '# row'],
    ]);
    const catalogue = { 'Delete {0}': 'Löschen', '# rows': { two: '#', other: '#' }, Old: 'Alt' };
    expect(problemsOf(catalogue, wanted, 'de-CH')).toEqual([
      'not used: Old',
      'missing: Save',
      'other values: Delete {0}',
      'no plural form of de-CH is "two": # rows',
    ]);
  });
});
