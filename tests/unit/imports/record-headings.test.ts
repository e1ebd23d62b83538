import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchHeadings } from '~/imports/rows/headings';
import { BULK_COLUMNS, referenceMode } from '~/imports/bulk-columns';
import type { BulkType } from '~/imports/schema';
import { createRowReader } from '~/imports/rows/read-rows';
import { cantonOfPlace } from '~/checks/localities/canton-of-place';
import { readImport } from '../../support/read-rows';

/** The field that a column is read as, and how digits below it are looked up. */
function read(type: BulkType, heading: string) {
  const [column] = matchHeadings(type, [heading]).columns;
  return [column?.column?.field, referenceMode(heading)];
}

/** Headings that say number, name or id, as people write them in four languages. */
const NUMBERS = [
  'Wohnungsnummer',
  'Wohnungsnr.',
  'Wohnung Nr.',
  'Wohnungs-Nr',
  'Nr. der Wohnung',
  'Whg.-Nr.',
  'Wohnungsbezeichnung',
  'unit number',
  'Unit No.',
  'Apartment #',
  'Apt. no',
  'Flat number',
  'apartment_number',
  'ApartmentNumber',
  "Numéro d'appartement",
  "N° de l'appartement",
  'No appartement',
  'Numéro du logement',
  'Numero appartamento',
  "Numero dell'appartamento",
  'N. appartamento',
];
const NAMES = [
  'Gebäudename',
  'Name der Liegenschaft',
  'Liegenschaftsname',
  'Liegenschaft Nr.',
  'Building name',
  'condo_name',
  'Name of the building',
  'Nom du bâtiment',
  "Nom de l'immeuble",
  "Nome dell'edificio",
  'Nome stabile',
];
const APARTMENT_IDS = [
  'apartment_id',
  'Apartment ID',
  'apartmentId',
  'Wohnungs-ID',
  'ID appartement',
];
const CONDO_IDS = ['condo_id', 'Building id', 'condoId', 'Gebäude-ID', "ID de l'immeuble"];
const OPEN = ['Wohnung', 'Apartment', 'Unit', 'Appartement', 'Logement', 'Appartamento'];
const OPEN_CONDOS = ['Gebäude', 'Building', 'Immeuble', 'Edificio', 'Liegenschaft'];

describe('a heading says whether digits are an id', () => {
  it.each([
    [NUMBERS, 'apartment_id', 'label'],
    [NAMES, 'condo_id', 'label'],
    [APARTMENT_IDS, 'apartment_id', 'id'],
    [CONDO_IDS, 'condo_id', 'id'],
    [OPEN, 'apartment_id', 'open'],
    [OPEN_CONDOS, 'condo_id', 'open'],
  ])('%j', (headings, field, mode) => {
    const ends = fc.constantFrom('', ' ', ':', ' *', '.');
    fc.assert(
      fc.property(fc.constantFrom(...headings), ends, fc.boolean(), (heading, end, isUpper) => {
        // Capitals hide where the words of "apartmentId" end.
        const isCamel = /\p{Ll}\p{Lu}/u.test(heading);
        const written = (isUpper && !isCamel ? heading.toUpperCase() : heading) + end;
        expect(read('user_invite', written)).toEqual([field, mode]);
      }),
    );
  });

  it.each(['Hausnummer', 'EGID', 'Anzahl Wohnungen', 'Number of units', 'Etage', 'Nummer', 'Name'])(
    '%s names no record',
    (heading) => {
      expect(read('user_invite', heading)[0]).toBeUndefined();
    },
  );

  it.each<[BulkType, string, string]>([
    ['apartment', 'Liegenschaft;Liegenschaftsname;Nummer', ';condo_id;apartment_number'],
    ['apartment', 'Building;Name of the building;Number', ';condo_id;apartment_number'],
    ['apartment', 'Immeuble;ID de l’immeuble;Numéro', 'condo_id;;apartment_number'],
    ['apartment', 'Gebäude Nr.;Gebäude;Wohnung;Wohnungsnummer', ';condo_id;;apartment_number'],
    ['user_invite', 'Apartment;Apartment #;Building', ';apartment_id;condo_id'],
    ['user_invite', 'Wohnungs-ID;Wohnung;Nr. der Wohnung;Gebäude', ';;apartment_id;condo_id'],
    ['user_invite', 'Unit name;Unit number;condo_id;Building name', ';apartment_id;condo_id;'],
    ['tenancy', 'Nachname;Name des Mieters;Wohnung;Whg.-Nr.', 'last_name;;;apartment_id'],
  ])('of several %s columns the one that says what people see: %s', (type, headings, fields) => {
    const { columns } = matchHeadings(type, headings.split(';'));
    expect(columns.map(({ column }) => column?.field ?? '').join(';')).toBe(fields);
  });

  it.each([
    ['EGID;Gemeinde;PLZ;Ort;Strasse', ';;zip_code;city;address'],
    ['Comune;NAP;Località;Via', ';zip_code;city;address'],
    ['Region;Kanton;Gemeinde;PLZ', ';state;city;zip_code'],
    ['Commune;Région', 'city;state'],
  ])('of places and cantons the one of the address: %s', (headings, fields) => {
    const { columns } = matchHeadings('condo', headings.split(';'));
    expect(columns.map(({ column }) => column?.field ?? '').join(';')).toBe(fields);
  });

  it.each<[string, string, string]>([
    ['Nr.;Gebäude;Wohnungsnummer;Zimmer', '1;A;3.02;2', ';condo_id;apartment_number;bedrooms'],
    ['No;Immeuble;N° de l’appartement', '1;A;12', ';condo_id;apartment_number'],
    ['Gebäude;Strasse;Nr.;Wohnung', 'A;Musterweg;12;3.02', 'condo_id;;;apartment_number'],
    ['Building;Street;No.;Unit', 'A;Main Street;12;3', 'condo_id;;;apartment_number'],
    ['Gebäude;Strasse;Nr.;Zimmer', 'A;Musterweg 12;3.02;2', 'condo_id;;apartment_number;bedrooms'],
    ['Gebäude;Etage;Nr.', 'A;2;3.02', 'condo_id;floor_number;apartment_number'],
  ])('"Nr." may be that of the row or of the house: %s', (headings, first, fields) => {
    const { columns } = matchHeadings('apartment', headings.split(';'), {}, first.split(';'));
    expect(columns.map(({ column }) => column?.field ?? '').join(';')).toBe(fields);
  });

  it('an apartment has its number, never the id that another program gave it', () => {
    expect(read('apartment', 'Wohnungsnummer')[0]).toBe('apartment_number');
    expect(read('apartment', 'Wohnungs-ID')[0]).toBeUndefined();
    expect(read('condo', 'Liegenschaft')[0]).toBe('name');
    expect(read('condo', 'Liegenschaft Nr.')[0]).toBeUndefined();
  });
});

/** The address of one row of a file of buildings, below these headings. */
function addressOf(cells: Readonly<Record<string, string>>) {
  const row = { Name: 'A', Kanton: 'ZH', Land: 'CH', ...cells };
  const { columns, missing } = matchHeadings('condo', Object.keys(row), {}, Object.values(row));
  expect(missing).toEqual([]);
  const { values, problems } = createRowReader('condo', columns)(2, Object.values(row));
  return problems.length > 0 ? problems.map(({ text }) => text) : values;
}

it.each<[BulkType, string, string]>([
  ['condo', 'address', 'Strasse und Hausnummer|Strasse und Nr.|Strasse/Nr.|Anschrift'],
  ['condo', 'name', 'Objekt|Haus|Siedlung|WEG|Résidence|Copropriété|PPE|Condominio'],
  ['condo', 'description', 'Bemerkungen|Remarques|Osservazioni'],
  ['apartment', 'condo_id', 'Siedlung|WEG|Résidence|Copropriété|PPE|Condominio'],
  ['apartment', 'condo_id', 'Liegenschafts-Nr.|Liegenschafts-ID|Liegenschaftsnummer'],
  ['apartment', 'sqmt', 'Fläche (m²)|Fläche in m2|Wohnfläche (m2)|Surface en m²|Superficie (m²)'],
  ['apartment', 'bedrooms', 'Zi.|Anz. Zimmer'],
  ['apartment', 'floor_number', 'Geschoss/Lage'],
  ['tenancy', 'condo_id', 'Liegenschafts-Nr.|WEG|Résidence'],
])('other programs: in a file of %s %s is called %s', (type, field, headings) => {
  for (const heading of headings.split('|')) {
    expect([heading, read(type, heading)[0]]).toEqual([heading, field]);
  }
});

it.each(['Objekt', 'Objekt-Nr.', 'Haus', 'Hausnummer', 'Lage'])(
  '%s could mean two fields of an apartment',
  (heading) => {
    expect(read('apartment', heading)[0]).toBeUndefined();
  },
);

it('a value below no heading, or below one that is not read, is never dropped silently', () => {
  const headings = ['Gebäude', 'Nummer', '', 'c/o', 'Lage'];
  const { columns } = matchHeadings('apartment', headings);
  const row = createRowReader('apartment', columns)(2, ['1', '2', 'x', '', 'links']);
  expect(row.extra).toEqual({ 'Column C': 'x', Lage: 'links' });
});

describe('one field in two columns, two fields in one', () => {
  const streets = fc.constantFrom(
    'Musterweg',
    'Rue de la Gare',
    'Via Nassa',
    'Strasse des 17. Juni',
  );
  const numbers = fc.constantFrom('1', '12a', '7 B', '12-14', '3.0');
  const houses = [
    'Hausnummer',
    'Haus-Nr.',
    'House number',
    'Numéro de rue',
    'Numero civico',
    'Nr.',
    'HsNr',
    'Strassennummer',
    'Strassen-Nr.',
    'Strasse-Nr.',
    '#',
  ];
  const pairs = [
    'PLZ/Ort',
    'PLZ Ort',
    'NPA / Localité',
    'NPA et localité',
    'CAP e località',
    'Zip, City',
  ];
  const towns = fc.constantFrom('Zürich', 'La Chaux-de-Fonds', "L'Abbaye", 'Muri b. Bern');

  it('is joined and taken apart, and never twice', () => {
    const written = fc.constantFrom('', 'CH-', 'CH ', 'ch-', 'Ch\u2011', 'CH\u2014');
    const between = fc.constantFrom(' ', ', ', ' - ', ' \u2011 ', '\u00A0');
    fc.assert(
      fc.property(
        fc.record({
          street: streets,
          number: numbers,
          house: fc.constantFrom(...houses),
          pair: fc.constantFrom(...pairs),
          town: towns,
          written,
          between,
          isTwice: fc.boolean(),
        }),
        ({ street, number, house, pair, town, written: prefix, between: gap, isTwice }) => {
          const whole = number.replace('.0', '');
          const address = `${street} ${whole}`;
          expect(
            addressOf({
              Strasse: isTwice ? address : street,
              [house]: number,
              [pair]: `${prefix}8001${gap}${town}`,
            }),
          ).toMatchObject({ address, zip_code: '8001', city: town });
        },
      ),
    );
  });

  it.each<[Record<string, string>, string, string]>([
    [{ Adresse: 'Weg 1', PLZ: 'CH-8001', Ort: 'Zürich' }, '8001', 'Zürich'],
    [{ Adresse: 'Weg 1', PLZ: 'ch-8001', Ort: 'Zürich' }, '8001', 'Zürich'],
    [{ Adresse: 'Weg 1', PLZ: 'CH\u20118001', Ort: 'Zürich' }, '8001', 'Zürich'],
    [{ Adresse: 'Weg 1', PLZ: '8001 Zürich', Ort: 'Zürich' }, '8001', 'Zürich'],
    [{ Adresse: 'Weg 1', PLZ: '8001 Zürich' }, '8001', 'Zürich'],
    [{ Adresse: 'Weg 1', 'Zip code and city': 'CH–8001 Zürich' }, '8001', 'Zürich'],
    [{ Adresse: 'Weg 1', 'Ort, PLZ': 'La Chaux-de-Fonds 2300' }, '2300', 'La Chaux-de-Fonds'],
    [{ Adresse: 'Weg 1', PLZ: 'SW1A 1AA', Ort: 'London' }, 'SW1A 1AA', 'London'],
    [{ Adresse: 'Weg 1', PLZ: '01003', Ort: 'Amherst' }, '01003', 'Amherst'],
  ])('%j', (cells, zip_code, city) => {
    expect(addressOf(cells)).toMatchObject({ zip_code, city });
  });

  it.each([
    ['Rue de la Gare 12 bis', '12 bis'],
    ['12, rue de la Gare', '12'],
    ['12 Main Street', '12'],
    ['Musterweg 1-3', '1-3'],
    ['Musterweg 7B', '7b'],
    ['Musterweg 5', ''],
  ])('nothing is joined to "%s"', (Strasse, Hausnummer) => {
    expect(addressOf({ Strasse, Hausnummer, PLZ: '8001', Ort: 'Zürich' })).toMatchObject({
      address: Strasse,
    });
  });

  it('asks where two columns contradict each other', () => {
    expect(addressOf({ Adresse: 'Weg 1', PLZ: '8001 Zürich', Ort: 'Bern' })).toEqual([
      'PLZ "8001 Zürich": is a postcode and a place: write the postcode alone',
    ]);
    expect(addressOf({ Strasse: 'Weg 1', Hausnummer: '2', PLZ: '8001', Ort: 'Zürich' })).toEqual([
      'Strasse "Weg 1": has a number, and the house number is 2: write street and number here',
    ]);
  });

  it('every column for the building stays its own', () => {
    expect(BULK_COLUMNS.condo.map(({ field }) => read('condo', field)[0])).toEqual(
      BULK_COLUMNS.condo.map(({ field }) => field),
    );
  });
});

it.each([
  ['8001', 'Zürich', 'ZH'],
  ['3074', 'Muri', 'BE'],
  ['1201', 'geneve', 'GE'],
  ['6535', 'Roveredo GR', 'GR'],
  ['9500', 'Wil TG', 'TG'],
  ['9500', 'Wil ZH', null],
  ['6900', 'Bregenz', null],
  ['1010', 'Wien', null],
  ['', '', null],
])('the canton of %s %s is %s', (zip, city, canton) => {
  expect(cantonOfPlace(zip, city)).toBe(canton);
});

const fieldsOf = (type: BulkType, headings: string) =>
  matchHeadings(type, headings.split(';')).columns.map(({ column }) => column?.field ?? '');

describe('usual headings of other programs', () => {
  it.each([
    [
      'condo',
      'address',
      'Adresse (Strasse/Nr.);Adresse 1;Street and number;Rue et n°;Rue et N°;Via e n.;Str./Nr.',
    ],
    ['condo', 'name', 'Bezeichnung;Désignation;Denominazione'],
    [
      'condo',
      'address',
      'Objektadresse;Gebäudeadresse;Liegenschaftsadresse;Adresse der Liegenschaft;Adresse immeuble',
    ],
    ['condo', 'city', 'Ortsname;Stadt/Ort;Locality;Ort (Liegenschaft)'],
    ['condo', 'zip_code', 'N° postal;Numéro postal;PLZ Gebäude;NPA (immeuble)'],
    ['condo', 'date_built', 'Année de construction;Anno di costruzione;Erbaut am;Gebaut am'],
    [
      'condo',
      'number_of_units',
      'Anz. Wohnungen;Nb logements;Nb de logements;No. of units;N. unità',
    ],
    ['apartment', 'apartment_number', 'N°;Nº;Nr. (intern)'],
    ['apartment', 'bedrooms', 'Anz. Zi.;Anz. Zimmer;Zimmerzahl;Nb pièces;N. locali'],
    ['apartment', 'bathrooms', 'Anzahl Bäder;Nb salles de bain'],
    ['apartment', 'sqmt', 'qm;Superficie (mq);Surface habitable;Nettowohnfläche;Fläche (ca. m2)'],
    ['apartment', 'parking_spot_number', 'Parkplatz-Nr.;Stellplatz;Garagenplatz'],
    [
      'tenancy',
      'phone',
      'Tel.-Nr.;Handynummer;Telefon privat;N° de téléphone;No. de téléphone;Téléphone (privé)',
    ],
    ['tenancy', 'since', 'Miete ab;Mieter seit'],
    ['tenancy', 'until', 'gültig bis'],
  ] as const)('%s %s', (type, field, headings) => {
    for (const heading of headings.split(';'))
      expect([heading, fieldsOf(type, heading)]).toEqual([heading, [field]]);
  });

  it('a count of nothing is no number', () => {
    for (const heading of ['Anz.', 'Nombre', 'Nb'])
      expect(fieldsOf('apartment', heading)).toEqual(['']);
  });
});

describe('the address of somebody else', () => {
  it('comes behind the one that the headings call that of the building', async () => {
    const lines = [
      'Verwaltung;Adresse;PLZ;Ort;Liegenschaft;Adresse Liegenschaft;PLZ Liegenschaft;Ort Liegenschaft;Kanton;Land',
      'X AG;Allee 2;3000;Bern;Seehaus;Weg 1;8001;Zürich;ZH;CH',
    ];
    const { valid } = await readImport('condo', lines.join('\n'));
    expect(valid).toMatchObject([
      { name: 'Seehaus', address: 'Weg 1', zip_code: '8001', city: 'Zürich' },
    ]);
  });

  it('is asked back below the same headings', async () => {
    const headings = 'Eigentümer;Strasse;PLZ;Ort;Liegenschaft;Strasse;PLZ;Ort;Kanton;Land';
    const readBeside = (own: string) =>
      readImport('condo', `${headings}\nX;${own};Seehaus;Weg 1;8001;Zürich;ZH;CH`);
    expect((await readBeside('Allee 2;3000;Bern')).rejected).toEqual([
      'Strasse "Allee 2": another column has Weg 1: write the right one here',
      'Ort "Bern": another column has Zürich: write the right one here',
      'PLZ "3000": another column has 8001: write the right one here',
    ]);
    expect((await readBeside('Weg 1;8001;Zürich')).valid).toMatchObject([{ address: 'Weg 1' }]);
  });
});

it('roles in other words', async () => {
  const roles = {
    building_manager: 'Verwalterin,Hausverwaltung,Bewirtschafter,Gérante,Amministratrice,Régie',
    owner: 'Eigentuemer,Miteigentümer,Copropriétaire',
    renter: 'Hauptmieter',
  };
  for (const [role, words] of Object.entries(roles)) {
    for (const word of words.split(',')) {
      const text = `Name;Liegenschaft;Wohnung;Rolle\nAnna Muster;Seeblick;1;${word}`;
      expect((await readImport('tenancy', text)).valid).toMatchObject([{ role }]);
    }
  }
});

it('a phone number has no decimals, whatever others look like', async () => {
  const text = 'Name;Telefon\nMeier Hans;441234567.0\nMuster Anna;044.1234567';
  expect((await readImport('tenancy', text)).valid).toMatchObject([
    { phone: '441234567' },
    { phone: '044.1234567' },
  ]);
});

it('characters that steer a machine are no part of a name', async () => {
  const names = ['See\u0007blick', 'Seeblick\u0001', 'See\u0080blick', 'Seeblick\u001F'];
  const lines = names.map((name) => `${name};Seeweg 1;8001;Zürich;ZH;CH`);
  const { valid } = await readImport(
    'condo',
    ['Name;Adresse;PLZ;Ort;Kanton;Land', ...lines].join('\n'),
  );
  expect(valid.map(({ name }) => name)).toEqual(names.map(() => 'Seeblick'));
});
