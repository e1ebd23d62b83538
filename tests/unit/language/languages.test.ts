import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { extractTexts, problemsOf, type Catalogue } from '../../../scripts/lib/texts';
import { languageName } from '~/language/languages';
import { fieldsOf } from '~/fields/reading';
import { temporaryFolder } from '../../support/opened';
import { compileCatalogue, languagesPlugin } from '../../../scripts/languages-plugin';

const CATALOGUES = import.meta.glob<Catalogue>('../../../app/language/locales/*.json', {
  eager: true,
  import: 'default',
});
const texts = extractTexts();

it.each(Object.entries(CATALOGUES))('%s has every text and no other', (path, catalogue) => {
  const code = basename(path, '.json');
  expect(problemsOf(catalogue, texts, code)).toEqual([]);
  // Each text has an id of its own.
  expect(() => compileCatalogue(JSON.stringify(catalogue))).not.toThrow();
});

it('the German catalogue is Swiss: no ß', () => {
  const german = Object.entries(CATALOGUES).filter(([path]) => path.endsWith('/de-CH.json'));
  expect(german).toHaveLength(1);
  expect(JSON.stringify(german)).not.toContain('ß');
});

it('the French catalogue is French: no line begins with a colon, and none ends with an opening quote', () => {
  const french = Object.entries(CATALOGUES).filter(([path]) => path.endsWith('/fr-CH.json'));
  const wordings = french
    .flatMap(([, one]) => Object.values(one))
    .map((one) => JSON.stringify(one));
  expect(wordings.length).toBeGreaterThan(0);
  expect(wordings.filter((wording) => / [:;!?»]|« /.test(wording))).toEqual([]);
});

it.each(Object.values(CATALOGUES))('a field has one name, whatever the English ones are', (one) => {
  expect(one['Bedrooms']).toBe(one['Rooms']);
  expect(one['Floor']).toBe(one['Floor Number']);
  expect(one['Parking']).toBe(one['Parking Spot']);
});

it('the catalogues are for the texts of screens, of fields, of values and of what counts', () => {
  const some = ['Admin Login', 'Export {0}', 'Zip Code', 'Building Manager', '# buildings'];
  expect(some.filter((text) => !texts.has(text))).toEqual([]);
});

it('a catalogue is told what is wrong with it', () => {
  const expected = new Map([
    ['Save', null],
    ['Delete {0}', null],
    ['# rows', '# row'],
  ]);
  const catalogue = { 'Delete {0}': 'Löschen', '# rows': { two: '#', other: '#' }, Old: 'Alt' };
  expect(problemsOf(catalogue, expected, 'de-CH')).toEqual([
    'not used: Old',
    'missing: Save',
    'other values: Delete {0}',
    'no plural form of de-CH is "two": # rows',
  ]);
});

const folder = temporaryFolder();

it('a fifth language is one file, which `npm run texts` fills and which is offered by its own name', () => {
  const file = join(folder, 'rm-CH.json');
  writeFileSync(file, '{}');
  const run = () =>
    execFileSync(process.execPath, ['scripts/texts.mjs', folder], { encoding: 'utf8' });
  expect(run()).toContain('rm-CH: missing: Admin Login\n');
  const counted = readFileSync(file, 'utf8').replaceAll(/"(one|other)": ""/g, '"$1": "#"');
  writeFileSync(file, counted.replaceAll(/("(.+)": )""/g, '$1"$2"'));
  expect(run()).toBe(`rm-CH: ${texts.size} texts\n`);

  const { load } = languagesPlugin(folder);
  const offered =
    typeof load === 'object'
      ? String(Reflect.apply(load.handler, null, ['\0virtual:languages']))
      : '';
  const addresses = fieldsOf(JSON.parse(offered.replace(/^export default |;$/g, '')));
  expect(Object.values(fieldsOf(addresses['rm-CH'])).join(' ')).toMatch(
    /^\/assets\/rm-CH-.{8}\.json \/assets\/rm-CH-sentences-.{8}\.json$/,
  );
  expect(languageName('rm-CH')).toBe('Rumantsch');
});
