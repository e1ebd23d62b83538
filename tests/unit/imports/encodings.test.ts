import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENCODINGS, type EncodingName } from '~/imports/schema';
import { runJob } from '~/imports/rows/run-job';
import { collect } from '../../support/collect';
import { readImport } from '../../support/read-rows';

/* The oracle is a table of its own: letters of names, with their bytes as other programs write them. */
const BYTES: Readonly<Record<string, ReadonlyMap<string, number>>> = {
  'Windows-1252': codePage(`
    Ä c4 Ö d6 Ü dc ä e4 ö f6 ü fc ß df à e0 â e2 ç e7 è e8 é e9 ê ea ë eb î ee ï ef
    ô f4 ù f9 û fb ò f2 ì ec É c9 È c8 œ 9c ’ 92 – 96 € 80 § a7 “ 93 „ 84 ž 9e Š 8a
    « ab » bb`),
  'Mac Roman': codePage(`
    Ä 80 Ö 85 Ü 86 ä 8a ö 9a ü 9f ß a7 à 88 â 89 ç 8d è 8f é 8e ê 90 ë 91 î 94 ï 95
    ô 99 ù 9d û 9e ò 98 ì 93 É 83 È e9 œ cf ’ d5 – d0 « c7 » c8`),
  'DOS 850': codePage(`
    Ä 8e Ö 99 Ü 9a ä 84 ö 94 ü 81 ß e1 à 85 â 83 ç 87 è 8a é 82 ê 88 ë 89 î 8c ï 8b
    ô 93 ù 97 û 96 ò 95 ì 8d É 90 È d4 « ae » af`),
};

/** Letters, each with its byte behind it. */
function codePage(pairs: string): ReadonlyMap<string, number> {
  const bytes = new Map<string, number>();
  for (const [, letter = '', byte = ''] of pairs.matchAll(/(\S) ([\da-f]{2})/g))
    bytes.set(letter, Number.parseInt(byte, 16));
  return bytes;
}

/** The bytes of a text; null if the encoding lacks one of its letters. */
function encode(text: string, encoding: string): Buffer | null {
  const bytes = [];
  for (const letter of text) {
    const code = letter.charCodeAt(0);
    const byte = code < 128 ? code : BYTES[encoding]?.get(letter);
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
          const choices = head?.source?.encodings;
          expect(choices ? valid : []).toEqual([]);
          // Read at once, or by one of the encodings that are offered.
          const names: Array<EncodingName | undefined> = choices
            ? ENCODINGS.filter((name) => choices.some((one) => one.encoding === name))
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
])('a Windows-1252 file is read as such: %s', async (name) => {
  const letters = new Map(BYTES['Windows-1252']);
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

it('words of UTF-8 beside words of another encoding are a question', async () => {
  const rows = fc.tuple(words(['Zürich', 'Höfli', 'Genève', 'Bärenplatz', 'Neuchâtel']), row);
  await fc.assert(
    fc.asyncProperty(rows, words(Object.keys(BYTES)), async ([city, other], encoding) => {
      const second = encode(`${other.join(';')};BE;3000;Schweiz`, encoding);
      fc.pre(second?.some((byte) => byte > 127) ?? false);
      const first = Buffer.from(`${file([['Haus A', 'Weg 1', city]])}\n`);
      const { valid, head } = await read(Buffer.concat([first, second ?? Buffer.alloc(0)]));
      expect(valid).toEqual([]);
      expect(head?.source?.encodings?.map((one) => one.encoding)).toContain('UTF-8');
    }),
  );
});

describe('UTF-8 that was read in another encoding and saved', () => {
  const decoders = { 'Windows-1252': 'windows-1252', 'Mac Roman': 'macintosh' };

  it.each(Object.values(decoders))('of %s is named with its likely reading', async (label) => {
    await fc.assert(
      fc.asyncProperty(words([...NAMES, 'Rue de l’Église', 'Łódź', 'Sœurs']), async (name) => {
        fc.pre(/[\u0080-\uffff]/.test(name) && !(label === 'macintosh' && name === 'Łódź'));
        const garbled = new TextDecoder(label).decode(Buffer.from(name));
        const { valid, rejected } = await read(Buffer.from(file([[garbled, 'Weg 1', 'Bern']])));
        expect(valid).toEqual([]);
        expect(rejected).toEqual([
          `Name "${garbled.trim()}": was saved in a wrong encoding. It may be "${name}": write it so, or save the file as UTF-8`,
        ]);
      }),
    );
  });

  it('a lost letter is named', async () => {
    const { valid, rejected } = await read(Buffer.from(file([['H\ufffdfli', 'Weg 1', 'Bern']])));
    expect(valid).toEqual([]);
    expect(rejected).toEqual([
      'Name "H\ufffdfli": letters were lost when the file was saved. Write them again',
    ]);
  });

  it('no name that looks like it', async () => {
    const names = [
      'SÃO PAULO',
      'CHÂTEAU «LE CHÂ»',
      'Haus Ä–D',
      '„Café Weiß“',
      'IJsselstraat Å',
      'Îlot â–â',
      'Ängi Ö–Ü',
      'Société «L’ÂNE»',
      'ÂÄÅ½',
      ...NAMES,
      ...STREETS,
    ];
    const { valid } = await read(Buffer.from(file(names.map((name) => [name, 'Weg 1', 'Bern']))));
    expect(valid.map(({ name }) => name)).toEqual(names);
    const { rejected } = await read(Buffer.from(file(CITIES.map((city) => [city, 'Weg 1', city]))));
    expect(rejected).toEqual([]);
  });
});

it.each([
  ['DOS 850', 'Block Ö'],
  ['Mac Roman', 'Haus Ä'],
  ['Mac Roman', 'Trakt Ü'],
] as const)('asks for a letter alone that may be a sign: %s, %s', async (encoding, name) => {
  const bytes = encode(file([[name, 'Weg 1', 'Zug']]), encoding) ?? Buffer.alloc(0);
  expect((await read(bytes)).valid).toEqual([]);
  expect((await read(bytes, encoding)).valid).toMatchObject([{ name }]);
});

it('a sign beside a number is none', async () => {
  for (const name of ['Miete 500 €', 'Miete € 500', 'Miete 500€']) {
    const bytes = encode(file([[name, 'Weg 1', 'Zug']]), 'Windows-1252') ?? Buffer.alloc(0);
    expect((await read(bytes)).valid).toMatchObject([{ name }]);
  }
});

it('names the line of NUL characters in a text', async () => {
  const text = file([['Haus', 'Weg 1', 'Zug']]);
  for (const [broken, line] of [
    [text.replace('Haus', 'Ha\0us'), 2],
    [`${text}\n\0\0\0`, 3],
  ] as const) {
    const messages = await collect(runJob({ input: 'file', type: 'condo' }, Buffer.from(broken)));
    expect(messages).toMatchObject([
      { type: 'error', sentence: { code: 'nul_in_line', params: { line: String(line) } } },
    ]);
  }
});
