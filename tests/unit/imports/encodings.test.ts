import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENCODINGS, type EncodingName } from '~/imports/schema';
import { readImport } from '../../support/read-rows';

/* The oracle is a table of its own: letters of names, with their bytes as other programs write them. */
const BYTES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'Windows-1252': {
    Ä: 0xc4,
    Ö: 0xd6,
    Ü: 0xdc,
    ä: 0xe4,
    ö: 0xf6,
    ü: 0xfc,
    ß: 0xdf,
    à: 0xe0,
    â: 0xe2,
    ç: 0xe7,
    è: 0xe8,
    é: 0xe9,
    ê: 0xea,
    ë: 0xeb,
    î: 0xee,
    ï: 0xef,
    ô: 0xf4,
    ù: 0xf9,
    û: 0xfb,
    ò: 0xf2,
    ì: 0xec,
    É: 0xc9,
    È: 0xc8,
    œ: 0x9c,
    '’': 0x92,
    '–': 0x96,
    '€': 0x80,
    '§': 0xa7,
    '“': 0x93,
    '„': 0x84,
    ž: 0x9e,
    Š: 0x8a,
    '«': 0xab,
    '»': 0xbb,
  },
  'Mac Roman': {
    Ä: 0x80,
    Ö: 0x85,
    Ü: 0x86,
    ä: 0x8a,
    ö: 0x9a,
    ü: 0x9f,
    ß: 0xa7,
    à: 0x88,
    â: 0x89,
    ç: 0x8d,
    è: 0x8f,
    é: 0x8e,
    ê: 0x90,
    ë: 0x91,
    î: 0x94,
    ï: 0x95,
    ô: 0x99,
    ù: 0x9d,
    û: 0x9e,
    ò: 0x98,
    ì: 0x93,
    É: 0x83,
    È: 0xe9,
    œ: 0xcf,
    '’': 0xd5,
    '–': 0xd0,
    '«': 0xc7,
    '»': 0xc8,
  },
  'DOS 850': {
    Ä: 0x8e,
    Ö: 0x99,
    Ü: 0x9a,
    ä: 0x84,
    ö: 0x94,
    ü: 0x81,
    ß: 0xe1,
    à: 0x85,
    â: 0x83,
    ç: 0x87,
    è: 0x8a,
    é: 0x82,
    ê: 0x88,
    ë: 0x89,
    î: 0x8c,
    ï: 0x8b,
    ô: 0x93,
    ù: 0x97,
    û: 0x96,
    ò: 0x95,
    ì: 0x8d,
    É: 0x90,
    È: 0xd4,
    '«': 0xae,
    '»': 0xaf,
  },
};

/** The bytes of a text; null if the encoding lacks one of its letters. */
function encode(text: string, encoding: string): Buffer | null {
  const bytes = [];
  for (const letter of text) {
    const code = letter.charCodeAt(0);
    const byte = code < 128 ? code : BYTES[encoding]?.[letter];
    if (byte === undefined) return null;
    bytes.push(byte);
  }
  return Buffer.from(bytes);
}

const HEADINGS = 'Name;Adresse;Ort;Kanton;PLZ;Land';
const read = (bytes: Buffer, encoding?: EncodingName) => readImport('condo', bytes, { encoding });

const file = (rows: ReadonlyArray<readonly [name: string, street: string, city: string]>) =>
  [HEADINGS, ...rows.map((cells) => `${cells.join(';')};ZH;8001;Schweiz`)].join('\r\n');

/* Names and streets of three languages, put together at random; places are the official ones. */
const CITIES = (await readFile('app/checks/localities/swiss-localities.txt', 'utf8')).match(
  /\p{Lu}[\p{L}.'-]+/gu,
) ?? [''];
const NAMES =
  'Müller,Schär,Häfliger,Köbi,Jörg,Günther,Übelhör,Äbischer,Österreich,Weiß,Groß,François,Hélène,Jérôme,Noël,Zoë,Benoît,Maïté,Loïc,Éric,Étienne,Côté,Gérance,Nicolò,Mondrì,Caffè,Società,Unità,Lefèbvre,Böögg'.split(
    ',',
  );
const STREETS =
  'Höhenstrasse,Hauptstraße,Zürichstrasse,Grünweg,Im Gässli,Rue du Château,Avenue d’Ouchy,Chemin de l’Église,Rue de l’Hôpital,Route des Écoles,Place de la Forêt,Via alla Città,Via San Nicolò,Rue de la Gare,Bâtiment A,Allée des Érables,Haus «Höfli»'.split(
    ',',
  );
const words = (list: readonly string[]) => fc.constantFrom(...list);
const row = fc.tuple(
  fc.tuple(words(NAMES), words(NAMES)).map((two) => two.join(' ')),
  fc.tuple(words(STREETS), fc.nat(200)).map(([street, number]) => `${street} ${number + 1}`),
  words(CITIES),
);

describe.each(Object.keys(BYTES))('%s', (encoding) => {
  it(
    'names and addresses come back as they were, or as a question',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 4 }), async (rows) => {
          const bytes = encode(file(rows), encoding);
          fc.pre(bytes !== null);
          const { valid, head } = await read(bytes ?? Buffer.alloc(0));
          const asked = head?.source?.encodings;
          expect(asked ? valid : []).toEqual([]);
          // Read at once, or by one of the encodings that are offered.
          const names: Array<EncodingName | undefined> = asked
            ? ENCODINGS.filter((name) => asked.some((one) => one.encoding === name))
            : [undefined];
          const results = await Promise.all(
            names.map((name) => read(bytes ?? Buffer.alloc(0), name)),
          );
          const cells = results.map((result) =>
            result.valid.map(({ name, address, city }) => [name, address, city]),
          );
          expect(cells).toContainEqual(rows);
        }),
        { numRuns: 150 },
      );
    },
  );

  it('a list of the usual length is no question', async () => {
    const rows = NAMES.map(
      (name, at) => [name, `${STREETS[at % STREETS.length]} 1`, 'Zürich'] as const,
    );
    const known = rows.filter((cells) => encode(file([cells]), encoding) !== null);
    const { valid, rejected } = await read(encode(file(known), encoding) ?? Buffer.alloc(0));
    expect(rejected).toEqual([]);
    expect(valid.map(({ name, address }) => [name, address])).toEqual(
      known.map(([name, address]) => [name, address]),
    );
  });
});

it.each([
  'Haus Müller – Žižek',
  'Café «Sœurs»',
  'Cœur de l’Église',
  'Wie’s geht',
  'Bäckerei „Zum Löwen“',
  '3½ Zimmer à 500 € § 5',
  'Šarić & Söhne',
  'Haus drei, é',
])('what is Windows-1252 stays so: %s', async (name) => {
  const letters = new Map<string, number>(Object.entries(BYTES['Windows-1252'] ?? {}));
  for (const [letter, byte] of [
    ['Ž', 0x8e],
    ['ć', 0x63],
    ['½', 0xbd],
    ['\u00a0', 0xa0],
  ] as const) {
    letters.set(letter, byte);
  }
  const text = file([[name, 'Weg 1', 'Zürich']]);
  const bytes = Buffer.from(
    Array.from(text, (letter) => letters.get(letter) ?? letter.charCodeAt(0)),
  );
  const { valid, head } = await read(bytes);
  expect(head?.source).toMatchObject({ encoding: 'Windows-1252' });
  expect(valid).toMatchObject([{ name: name.replace('ć', 'c'), city: 'Zürich' }]);
});

it('headings that one encoding alone spells right decide', async () => {
  // "Bär" and "Bèr" are both names.
  const text = 'Gebäude;Adresse;Ort;Kanton;PLZ;Land\nBär;Weg 1;Bern;BE;3000;Schweiz\n';
  const { valid } = await read(encode(text, 'Mac Roman') ?? Buffer.alloc(0));
  expect(valid).toMatchObject([{ name: 'Bär' }]);
});

it('asks where two readings are as likely, and takes the one that is chosen', async () => {
  const bytes = encode(file([['Bär', 'Weg 1', 'Bern']]), 'Mac Roman') ?? Buffer.alloc(0);
  const { valid, rejected, head } = await read(bytes);
  expect(valid).toEqual([]);
  expect(rejected).toHaveLength(1);
  expect(head?.source?.encodings).toContainEqual({ encoding: 'Mac Roman', sample: 'Bär' });
  expect(head?.source?.encodings).toContainEqual({ encoding: 'DOS 850', sample: 'Bèr' });
  expect((await read(bytes, 'Mac Roman')).valid).toMatchObject([{ name: 'Bär' }]);
  expect((await read(bytes, 'DOS 850')).valid).toMatchObject([{ name: 'Bèr' }]);
});

it('a file of UTF-8 with a letter of another encoding is a question', async () => {
  const text = Buffer.from(file([['Zürich Höfli', 'Grünweg', 'Zürich']]));
  const rest = Buffer.from([0x0a, 0x48, 0xf6, 0x66, 0x65]);
  const broken = Buffer.concat([text, rest, Buffer.from(';Weg;Bern;BE;3000;Schweiz')]);
  for (const bytes of [broken, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), broken])]) {
    const { valid, head } = await read(bytes);
    expect(valid).toEqual([]);
    expect(head?.source?.encodings?.map(({ encoding }) => encoding)).toContain('UTF-8');
  }
});

it('an apostrophe before a capital is no letter of UTF-8', async () => {
  const bytes = encode(file([['Haus', 'Rue de l’Église 1', 'Bern']]), 'Mac Roman');
  const { head } = await read(bytes ?? Buffer.alloc(0));
  expect(head?.source?.encodings?.[0]).toEqual({ encoding: 'Mac Roman', sample: 'l’Église' });
});
