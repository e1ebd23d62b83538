import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apartmentFields } from '~/apartments/fields';
import { condoFields } from '~/condos/fields';
import { readDate } from '~/fields/date-text';
import { bodySchemaOf } from '~/fields/field-schemas';
import type { Fields } from '~/fields/fields';
import { readQuantity } from '~/fields/number-text';
import type { z } from '~/fields/zod';
import { fieldRules } from '~/imports/rows/field-rules';
import { BULK_TYPES } from '~/imports/schema';
import { englishOf } from '~/language/sentence';
import { tenancyFields } from '~/users/import-fields';
import { must } from '../../support/must';

const rules = new Map(
  BULK_TYPES.flatMap((type) => fieldRules(type).map(({ field, validate }) => [field, validate])),
);
const wire = new Map(
  [apartmentFields, condoFields, tenancyFields].flatMap((fields) =>
    Object.entries<z.ZodType>(bodySchemaOf<Fields>(fields).shape),
  ),
);

/** The value of a cell in an import, or the reason why it is invalid. */
function readCell(name: string, text: string): unknown {
  const { value, problem } = must(rules.get(name), name)(text);
  return problem ? englishOf(problem) : value;
}

/** The value of a text on the wire. */
function readWire(name: string, text: string): unknown {
  const result = must(wire.get(name), name).safeParse(text);
  return result.success ? result.data : result.error.issues[0]?.message;
}

describe('what can only mean one number is read', () => {
  it.each([
    ['bedrooms', '3½', 3.5],
    ['bedrooms', '3 ½', 3.5],
    ['bedrooms', '3 1/2', 3.5],
    ['bedrooms', '3\u00A01/2', 3.5],
    ['bedrooms', '4½-Zimmer', 4.5],
    ['bedrooms', '4.5 Zi.', 4.5],
    ['bedrooms', '4 1/2-Zimmer-Wohnung', 4.5],
    ['bedrooms', '3,5 pièces', 3.5],
    ['bedrooms', '3.5 locali', 3.5],
    ['bedrooms', '2 rooms', 2],
    ['bedrooms', '3 p.', 3],
    ['sqmt', '80 m^2', 80],
    ['sqmt', '80 sq.m.', 80],
    ['bathrooms', '2 Bäder', 2],
    ['sqmt', '82 m²', 82],
    ['sqmt', '82m2', 82],
    ['sqmt', '82.5 qm', 82.5],
    ['sqmt', "1'250,5 M²", 1250.5],
    ['sqmt', '82 mètres carrés', 82],
    ['sqmt', '82 mq', 82],
    ['floor_number', '1. OG', 1],
    ['floor_number', 'OG 2', 2],
    ['floor_number', '3. Stock', 3],
    ['floor_number', '2e étage', 2],
    ['floor_number', '1er étage', 1],
    ['floor_number', '2ème étage', 2],
    ['floor_number', '2° piano', 2],
    ['floor_number', 'Piano 2', 2],
    ['floor_number', '3rd floor', 3],
  ])('%s "%s"', (field, text, number) => {
    expect(readCell(field, text)).toBe(number);
    expect(readWire(field, text)).toBe(number);
  });
  it('counts units', () => {
    expect(readCell('number_of_units', '24 Wohnungen')).toBe(24);
  });
});

describe('characters that nobody sees change no value', () => {
  const invisible = fc.constantFrom(...Array.from('\u200e\u200f\u200b\u2060\ufeff\u00ad\u202a'));
  const texts: ReadonlyArray<[string, string]> = [
    ['email', 'anna@example.ch'],
    ['date_built', '1987-05-12'],
    ['since', '1987-05-12'],
    ['number_of_units', '24'],
    ['sqmt', '82.5 m²'],
    ['bedrooms', '3½'],
    ['floor_number', '2. OG'],
    ['website', 'https://example.ch/a'],
    ['apartment_number', '3.02'],
    ['condo_id', 'id 7'],
    ['role', 'owner'],
    ['parking_spot_number', 'P1,P2'],
  ];
  /** Not on the wire: an option is chosen there, and an id is a number. */
  const ofFiles = new Set(['condo_id', 'role']);

  it.each(texts)('in %s', (field, text) => {
    const places = fc.array(fc.tuple(fc.nat({ max: text.length }), invisible), { minLength: 1 });
    fc.assert(
      fc.property(places, (characters) => {
        const written = Array.from(text);
        for (const [at, character] of characters) written.splice(at, 0, character);
        const dirty = written.join('');
        const ways = ofFiles.has(field) ? [readCell] : [readCell, readWire];
        for (const read of ways) expect(read(field, dirty)).toEqual(read(field, text));
      }),
    );
    expect(readCell(field, '\u200b')).toEqual(readCell(field, ''));
  });

  it('in dates and numbers as they are typed', () => {
    expect(readDate('\u200e12.05.1987')).toBe('1987-05-12');
    expect(readQuantity('82\u200b')).toBe(82);
    expect(readCell('date_built', '\u200e12.05.1987')).toBe('1987-05-12');
    expect(readCell('date_built', '\u200e1987')).toBe(readCell('date_built', '1987'));
  });
});

describe('of anything else the reason says what it is', () => {
  it.each([
    [
      'floor_number',
      'EG|Erdgeschoss|rez-de-chaussée|Pianterreno|ground floor|R.d.c.',
      '{} is a ground floor: floors begin at 1 here',
    ],
    [
      'floor_number',
      'UG|1. UG|2e sous-sol',
      '{} is below the ground floor: floors begin at 1 here',
    ],
    ['floor_number', 'Attika', '{} is a floor without a number: write its number'],
    ['sqmt', 'ca. 80|environ 80 m²', '{} is no exact number: write one number such as 3.5'],
    ['bedrooms', '3-4', '{} is no exact number: write one number such as 3.5'],
    ['bedrooms', '-|n/a|k. A.', '{} is no value: leave this empty'],
    [
      'bedrooms',
      'Studio|drei|82 m²|3²|31/2',
      'Rooms must be a number such as 3.5, without thousands marks',
    ],
    ['sqmt', '882 sq ft', 'Square meters must be a number such as 3.5, without thousands marks'],
    ['bedrooms', '0', 'Rooms must be at least 1'],
    ['floor_number', '0', 'Floor number must be at least 1'],
    ['sqmt', '0', 'Square meters must be at least 1'],
  ])('%s "%s"', (field, texts, reason) => {
    for (const text of texts.split('|')) {
      expect(readCell(field, text)).toBe(reason.replace('{}', text));
      expect(readWire(field, text)).toBe(reason.replace('{}', text));
    }
  });

  it('of a date, too', () => {
    const year = '1987 is a year alone: write the whole date as YYYY-MM-DD';
    expect(readCell('date_built', '1987')).toBe(year);
    expect(readWire('date_built', '1987')).toBe(year);
    expect(readCell('date_built', 'unbekannt')).toBe('unbekannt is no value: leave this empty');
    const other = 'Please enter a valid date (YYYY-MM-DD)';
    expect(readCell('date_built', '31.2.1987')).toBe(other);
    expect(readCell('date_built', 'bald')).toBe(other);
  });

  it.each([
    ['is a year alone', '1987.0|1987,0|Baujahr 1987|ca. 1987|seit 1987|1987/88|1987-1989'],
    ['is a month alone', 'März 2021|03.2021|3/2021|2021-03|Mai 2001|août 1999|gennaio 2000'],
    ['has a year of two digits', '12.5.87|12/05/87|1-2-03'],
  ])('%s', (reason, texts) => {
    for (const text of texts.split('|')) expect(readCell('date_built', text)).toContain(reason);
  });

  it('an instant is the day that begins then', () => {
    expect(readCell('date_built', '1998-05-31T22:00:00.000Z')).toBe(
      eitherDay('1998-05-31', '1998-06-01'),
    );
    expect(readCell('date_built', '1998-12-31T23:00:00.000Z')).toBe(
      eitherDay('1998-12-31', '1999-01-01'),
    );
    expect(readCell('date_built', '1998-06-01T05:00:00+02:00')).toBe(
      eitherDay('1998-05-31', '1998-06-01'),
    );
    for (const day of [
      '1998-06-01T00:00:00+02:00',
      '1998-06-01T00:00:00.000Z',
      '1998-06-01T10:30:00',
      '1998-06-01 10:30',
    ])
      expect(readCell('date_built', day)).toBe('1998-06-01');
  });

  it('a number of which a spreadsheet has made a date is asked back for that', () => {
    const why = 'a spreadsheet has made a date of the number: write the number';
    for (const text of ['2026-05-03', '03.05.2026', '3. Mai', 'Mai 48'])
      expect(readCell('bedrooms', text)).toBe(why);
  });
});

const eitherDay = (one: string, other: string) =>
  `could be ${one} or ${other}: write it as YYYY-MM-DD`;

const answers = (...words: string[]) =>
  words.flatMap((word) => [word, word.toUpperCase(), ` ${word} `]);

describe('parking spots', () => {
  it.each(
    answers('nein', 'kein', 'keiner', 'keine', '-', '–', '0', 'false', 'falsch', 'faux', 'falso')
      .concat(answers('no', 'non', 'aucun', 'nessuno', 'none', '/', 'ohne'))
      .concat('00'),
  )('"%s" is none', (text) => {
    expect(readCell('parking_spot_number', text)).toBe('None');
  });

  it.each(answers('ja', 'j', 'yes', 'oui', 'sì', 'si', 'wahr', 'vrai', 'vero', 'true', 'x', 'n'))(
    '"%s" names no spot',
    (text) => {
      expect(readCell('parking_spot_number', text)).toBe(
        `${text.trim()} names no spot: write the spots separated by commas, or None`,
      );
    },
  );

  it.each(
    answers('kein Parkplatz', 'keine Garage', 'ohne Einstellplatz', 'sans place de parc')
      .concat(answers('pas de place', 'nessun posto auto', 'senza posteggio', 'no parking'))
      .concat(answers('kein PP')),
  )('"%s" is none', (text) => {
    expect(readCell('parking_spot_number', text)).toBe('None');
  });

  it.each(['ja, 2', 'Ja,P12', 'oui, box', 'P12, ja'])('"%s" has an answer among spots', (text) => {
    expect(readCell('parking_spot_number', text)).toContain(' names no spot: ');
  });

  it('as a cell of a workbook, too', () => {
    const validate = must(rules.get('parking_spot_number'), 'rule');
    expect(validate(false)).toMatchObject({ value: 'None' });
    expect(validate(0)).toMatchObject({ value: 'None' });
    expect(validate(true).problem).toMatchObject({ code: 'parking_unnamed' });
  });

  it.each([
    ['P1; P2', 'P1,P2'],
    ['P1 / P2', 'P1,P2'],
    ['P1 und P2', 'P1,P2'],
    ['P1 et P2', 'P1,P2'],
    ['P1 e P2', 'P1,P2'],
    ['P1 + P2 + P3', 'P1,P2,P3'],
    ['P1 & P2', 'P1,P2'],
    ['P1\nP2', 'P1,P2'],
    ['P1|P2', 'P1,P2'],
    ['P1/2', 'P1/2'],
    ['Tor und Rampe', 'Tor und Rampe'],
    ['PP 2', 'PP 2'],
  ])('%j are the spots %s', (text, spots) => {
    expect(readCell('parking_spot_number', text)).toBe(spots);
  });

  it.each(['2 Plätze', '2 PP', '1 Parkplatz', '2 places', '2 posti auto', '3 spots', '2 Garagen'])(
    '"%s" says how many, and not which',
    (text) => expect(readCell('parking_spot_number', text)).toContain(' names no spot: '),
  );

  it('what nobody knows is no answer, and all else is a spot', () => {
    expect(readCell('parking_spot_number', 'unbekannt')).toBe(
      'unbekannt is no value: leave this empty',
    );
    for (const text of [
      'P12',
      '1',
      '12',
      '07',
      'P1,P2',
      'Nord',
      'Jahn 1',
      'Nordplatz',
      'Place 3',
      'N,S',
    ])
      expect(readCell('parking_spot_number', text)).toBe(text);
  });
});

const UNITS = {
  bedrooms: ['', ' Zimmer', '-Zimmer', ' Zi.', ' pièces', ' locali', ' rooms', '-Zimmer-Wohnung'],
  sqmt: ['', ' m²', 'm2', ' m2', ' qm', ' sqm', ' mq', ' Quadratmeter', ' metri quadrati'],
  floor_number: ['', '. OG', '. Stock', '. Etage', 'e étage', ' étage', '° piano', ' floor'],
} as const;
const NOISE = [
  '',
  'ca. ',
  '~',
  '-',
  'EG ',
  '½',
  ' 1/2',
  ' 1/4',
  '²',
  '/2',
  '-4',
  ' + 1',
  'UG',
  ' x',
  '%',
];

describe('whatever is written around a number', () => {
  it('never becomes another number', () => {
    const fields = fc.constantFrom('bedrooms', 'sqmt', 'floor_number');
    const cells = fields.chain((field) =>
      fc.record({
        field: fc.constant(field),
        number: fc.integer({ min: 1, max: 999 }),
        fraction: fc.constantFrom('', '½', ' ½', ' 1/2', ',5', '.5'),
        unit: fc.constantFrom(...UNITS[field]),
        before: fc.constantFrom(...NOISE),
        after: fc.constantFrom(...NOISE),
      }),
    );
    fc.assert(
      fc.property(cells, ({ field, number, fraction, unit, before, after }) => {
        const isHalf = fraction !== '';
        const value = readCell(field, `${number}${fraction}${unit}`);
        const isRead = !(field === 'floor_number' && isHalf);
        expect(typeof value === 'number' ? value : null).toBe(
          isRead ? number + (isHalf ? 0.5 : 0) : null,
        );
        const noisy = readCell(field, `${before}${number}${unit}${after}`);
        if (typeof noisy !== 'number') return;
        const added = unit === '' && ['½', ' 1/2'].includes(after) ? 0.5 : 0;
        expect(before).toBe('');
        expect(noisy).toBe(number + added + (unit === '' && after === ' 1/4' ? 0.25 : 0));
      }),
      { numRuns: 500 },
    );
  });
});

describe('e-mail addresses', () => {
  it.each([
    'Anna <a@b.ch>',
    '"Muster, Anna" <a@b.ch>',
    'mailto:a@b.ch',
    '<a@b.ch>',
    'a@b.ch;',
    'a@b.ch ,',
    'Anna <mailto:a@b.ch>',
  ])('%s is read', (text) => {
    expect(readCell('email', text)).toBe('a@b.ch');
  });

  it('two are asked back, and a word for none is none', () => {
    for (const text of [
      'a@b.ch; c@d.ch',
      'a@b.ch, c@d.ch',
      'a@b.ch c@d.ch',
      'A <a@b.ch>, <c@d.ch>',
    ])
      expect(readCell('email', text)).toBe(`${text} has several addresses: write one`);
    const optional = must(
      fieldRules('tenancy').find(({ field }) => field === 'email'),
      'email',
    );
    const invited = must(
      fieldRules('user_invite').find(({ field }) => field === 'email'),
      'email',
    );
    for (const text of ['-', 'n/a', 'keine', 'k.A.']) {
      expect(optional.validate(text)).toEqual({ value: null });
      expect(englishOf(must(invited.validate(text).problem, text))).toBe(
        `${text} is no e-mail address: an invitation needs one`,
      );
    }
    expect(readCell('email', 'Anna')).toBe('Invalid email address');
  });
});
