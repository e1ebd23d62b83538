import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeText, requiredText } from '~/fields/field';
import { equalKey, findText, findWords, hasWords, withoutInvisible } from '~/fields/search-text';
import { indexTexts, searchIndex } from '~/fields/text-index';

const APOSTROPHES = ["'", '’', '‘', 'ʼ', '′', '´', '`', '＇'];
const DASHES = ['-', '‐', '‑', '‒', '–', '—', '−', '－'];
const BLANKS = [' ', '\u00a0', '\u2009', '\u202f', '\u3000', '  ', ' \t', '\u2003\u00a0'];
const INVISIBLE = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u00ad',
  '\ufeff',
  '\u200e',
  '\u200f',
  '\u202b',
  '\u2060',
  '\u2066',
];

const letters = fc.constantFrom(...'abcdeABZäöüÄÖÜéèçñßœşğıŁø0123456789'.split(''));
const name = fc.array(fc.oneof(letters, letters, fc.constantFrom("'", '-', ' ')), { minLength: 1 });
const pick = (kinds: readonly string[]) => fc.constantFrom(...kinds);

/** A name, and the same as another keyboard and another program write it. */
const rewritten = name.chain((characters) =>
  fc
    .tuple(
      ...characters.map((one) =>
        fc.tuple(
          fc.option(pick(INVISIBLE), { nil: '', freq: 5 }),
          one === "'"
            ? pick(APOSTROPHES)
            : one === '-'
              ? pick(DASHES)
              : one === ' '
                ? pick(BLANKS)
                : pick([one, one.normalize('NFD')]),
        ),
      ),
    )
    .map((written) => [characters.join(''), written.flat().join('')] as const),
);

describe('the equal key', () => {
  it('is one for all the ways to write a name', () => {
    fc.assert(
      fc.property(rewritten, ([one, other]) => {
        expect(equalKey(other)).toBe(equalKey(one));
      }),
    );
  });

  it.each([
    ['Muller', 'Müller'],
    ['Mueller', 'Müller'],
    ['Strasse', 'Straße'],
    ['Haus 1', 'Haus1'],
    ['1-3', '13'],
    ["L'Eau", 'LEau'],
    ['I', 'ı'],
    ['Weg 5', 'Weg S'],
  ])('%s and %s stay two names', (one, other) => expect(equalKey(one)).not.toBe(equalKey(other)));
});

describe('texts on the way in', () => {
  it('lose what shows nothing, and nothing else', () => {
    const rule = requiredText('Name');
    fc.assert(
      fc.property(name, fc.array(pick(INVISIBLE), { minLength: 1 }), (characters, invisible) => {
        const text = characters.join('').trim();
        fc.pre(text !== '');
        const written = text
          .split('')
          .map((one, at) => one + (invisible[at] ?? ''))
          .join('');
        expect(rule.parse(written)).toBe(text);
        expect(freeText('Notes', 1_000).parse(`\ufeff ${written}\u200b`)).toBe(text);
      }),
    );
    expect(rule.safeParse('\u200b\u00ad').error?.issues[0]?.message).toBe('Name is required');
  });

  it.each(['👩‍👩‍👧', '❤️', '1️⃣ Haus', '日本'])('%s stays as it is', (text) =>
    expect(withoutInvisible(text)).toBe(text),
  );
});

const finds = (search: string, text: string) => hasWords(findText(text), findWords(search));

describe('a search', () => {
  it('finds a text by itself, in whatever way it is written', () => {
    fc.assert(
      fc.property(rewritten, ([one, other]) => {
        expect(finds(other, one)).toBe(true);
      }),
    );
  });

  it('finds umlauts by two letters or one, both ways, and each word alone in any order', () => {
    const part = fc.constantFrom(
      'mu',
      'mü',
      'mue',
      'ho',
      'hö',
      'hoe',
      'ba',
      'bä',
      'bae',
      'l',
      'r',
      'nd',
      'str.',
      'strasse',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), (parts) => {
        const text = parts.join('');
        const two = text.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
        const one = text.normalize('NFD').replaceAll('\u0308', '');
        expect([two, one].map((search) => finds(search, text))).toEqual([true, true]);
        expect(finds(text, two)).toBe(true);
        expect(finds(text.split(' ').toReversed().join(' '), text)).toBe(true);
      }),
    );
  });

  it.each([
    ['bahnhofstrasse', 'Bahnhofstr. 5'],
    ['Bahnhofstr 5', 'Bahnhofstraße 5'],
    ['avenue de la gare', 'Av. de la Gare 3'],
    ['av de la gare', 'Avenue de la Gare'],
    ['pl. du marché', 'Place du Marché 1'],
    ['Bundespl.', 'Bundesplatz'],
    ['ch. des fleurs', 'Chemin des Fleurs'],
    ['Saint-Légier', 'St. Légier'],
    ['St-Maurice', 'Saint Maurice'],
    ['Sankt Gallen', 'St.Gallen'],
    ['S. Antonino', "Sant'Antonino"],
    ['p.zza grande', 'Piazza Grande'],
    ['v. Nassa', 'Via Nassa'],
    ['marktgasse', 'Marktg. 7'],
    ['bd de pérolles', 'Boulevard de Pérolles'],
    ['rte de berne', 'Route de Berne'],
  ])('%s finds %s, and the other way round', (one, other) => {
    expect(finds(one, other)).toBe(true);
    expect(finds(other, one) || finds(other.replace(/ \d+$/, ''), one)).toBe(true);
  });

  it.each([
    ['13', '1-3'],
    ['seeweg', 'Seestrasse'],
    ['muller', 'Moller'],
  ])('%s does not find %s', (search, text) => expect(finds(search, text)).toBe(false));

  it('ranks exact hits first, then beginnings, before what was opened last', () => {
    const names = ['An der Seestrasse 12', 'Seestrasse 121', 'Seestrasse 12', 'Villa'];
    const index = indexTexts(names, (one) => [one, one === 'Villa' ? 'Seestr. 12' : 'Elsewhere']);
    const hits = searchIndex(
      index,
      findWords('Seestrasse 12'),
      9,
      (one) => one === 'Seestrasse 121',
    );
    expect(hits).toEqual(['Seestrasse 12', 'Villa', 'Seestrasse 121', 'An der Seestrasse 12']);
  });
});
