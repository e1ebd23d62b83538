/** A town with its streets' language. */
export interface Place {
  city: string;
  zip: string;
  /** Canton, or the region of another country. */
  state: string;
  country: string;
  language: 'de' | 'fr' | 'it';
}

type Row = [
  city: string,
  zip: string,
  state: string,
  language: Place['language'],
  country?: string,
];

const toPlace = ([city, zip, state, language, country = 'Switzerland']: Row): Place => ({
  city,
  zip,
  state,
  country,
  language,
});

const SWISS: Row[] = [
  ['Zürich', '8001', 'ZH', 'de'],
  ['Winterthur', '8400', 'ZH', 'de'],
  ['Bern', '3011', 'BE', 'de'],
  ['Biel/Bienne', '2502', 'BE', 'de'],
  ['Interlaken', '3800', 'BE', 'de'],
  ['Luzern', '6003', 'LU', 'de'],
  ['Schwyz', '6430', 'SZ', 'de'],
  ['Zug', '6300', 'ZG', 'de'],
  ['Fribourg', '1700', 'FR', 'fr'],
  ['Bulle', '1630', 'FR', 'fr'],
  ['Solothurn', '4500', 'SO', 'de'],
  ['Basel', '4051', 'BS', 'de'],
  ['St. Gallen', '9000', 'SG', 'de'],
  ['Aarau', '5000', 'AG', 'de'],
  ['Lugano', '6900', 'TI', 'it'],
  ['Bellinzona', '6500', 'TI', 'it'],
  ['Lausanne', '1003', 'VD', 'fr'],
  ['Sion', '1950', 'VS', 'fr'],
  ['Zermatt', '3920', 'VS', 'de'],
  ['Neuchâtel', '2000', 'NE', 'fr'],
  ['La Chaux-de-Fonds', '2300', 'NE', 'fr'],
  ['Genève', '1204', 'GE', 'fr'],
];

const ABROAD: Row[] = [
  ['Vaduz', '9490', 'Oberland', 'de', 'Liechtenstein'],
  ['Konstanz', '78462', 'Baden-Württemberg', 'de', 'Germany'],
  ['München', '80331', 'Bayern', 'de', 'Germany'],
  ['Bregenz', '6900', 'Vorarlberg', 'de', 'Austria'],
  ['Innsbruck', '6020', 'Tirol', 'de', 'Austria'],
  ['Lyon', '69002', 'Rhône', 'fr', 'France'],
  ['Bourg-en-Bresse', '01003', 'Ain', 'fr', 'France'],
  ['Milano', '20121', 'Lombardia', 'it', 'Italy'],
];

export const SWISS_PLACES = SWISS.map(toPlace);
export const PLACES_ABROAD = ABROAD.map(toPlace);

export const STREETS: Readonly<Record<Place['language'], readonly string[]>> = {
  de: [
    'Bahnhofstrasse',
    'Seestrasse',
    'Kirchgasse',
    'Dorfstrasse',
    'Bergstrasse',
    'Mühleweg',
    'Schulhausstrasse',
    'Quellenstrasse',
  ],
  fr: [
    'Rue du Lac',
    'Avenue de la Gare',
    'Chemin des Vignes',
    'Route de Berne',
    'Quai des Bergues',
    'Chemin du Château',
    'Rue de l’Église',
  ],
  it: [
    'Via Nassa',
    'Via San Gottardo',
    'Viale Stazione',
    'Piazza Grande',
    'Via Monte Brè',
    'Via della Chiesa',
  ],
};

export const BUILDING_NAMES: Readonly<Record<Place['language'], readonly string[]>> = {
  de: [
    'Residenz Seeblick',
    'Überbauung Lindenhof',
    'Wohnpark Sonnenberg',
    'Haus zum Goldenen Löwen',
    'Höfe am Bach',
    'Terrassen am Rebhang',
    'Chalet Edelweiss',
    'Quartierhof Mühlematt',
    'Wohnturm Gleisarena',
    'Haus Morgentau',
    'Ährenhof',
  ],
  fr: [
    'Résidence du Lac',
    'Les Terrasses de Lavaux',
    'Le Clos des Vignes',
    'Les Jardins de l’Évêché',
    'La Tour du Midi',
    'Le Pré-Fleuri',
    'Le Château d’Eau',
  ],
  it: ['Residenza Monte Brè', 'Palazzo al Lago', 'Le Terrazze del Ceresio', 'Casa dei Limoni'],
};
