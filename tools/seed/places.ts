/** A town with its streets' language. */
export interface Place {
  city: string;
  zip: string;
  /** Canton, or the region of another country. */
  state: string;
  country: string;
  language: 'de' | 'fr' | 'it';
}

const SWISS: readonly [city: string, zip: string, state: string, language: Place['language']][] = [
  ['Zürich', '8001', 'ZH', 'de'],
  ['Zürich', '8008', 'ZH', 'de'],
  ['Winterthur', '8400', 'ZH', 'de'],
  ['Uster', '8610', 'ZH', 'de'],
  ['Bern', '3011', 'BE', 'de'],
  ['Thun', '3600', 'BE', 'de'],
  ['Biel/Bienne', '2502', 'BE', 'de'],
  ['Interlaken', '3800', 'BE', 'de'],
  ['Luzern', '6003', 'LU', 'de'],
  ['Kriens', '6010', 'LU', 'de'],
  ['Schwyz', '6430', 'SZ', 'de'],
  ['Zug', '6300', 'ZG', 'de'],
  ['Baar', '6340', 'ZG', 'de'],
  ['Fribourg', '1700', 'FR', 'fr'],
  ['Bulle', '1630', 'FR', 'fr'],
  ['Solothurn', '4500', 'SO', 'de'],
  ['Basel', '4051', 'BS', 'de'],
  ['Basel', '4058', 'BS', 'de'],
  ['St. Gallen', '9000', 'SG', 'de'],
  ['Rapperswil-Jona', '8640', 'SG', 'de'],
  ['Aarau', '5000', 'AG', 'de'],
  ['Baden', '5400', 'AG', 'de'],
  ['Lugano', '6900', 'TI', 'it'],
  ['Bellinzona', '6500', 'TI', 'it'],
  ['Locarno', '6600', 'TI', 'it'],
  ['Lausanne', '1003', 'VD', 'fr'],
  ['Montreux', '1820', 'VD', 'fr'],
  ['Nyon', '1260', 'VD', 'fr'],
  ['Sion', '1950', 'VS', 'fr'],
  ['Zermatt', '3920', 'VS', 'de'],
  ['Neuchâtel', '2000', 'NE', 'fr'],
  ['La Chaux-de-Fonds', '2300', 'NE', 'fr'],
  ['Genève', '1204', 'GE', 'fr'],
  ['Carouge', '1227', 'GE', 'fr'],
];

export const SWISS_PLACES: readonly Place[] = SWISS.map(([city, zip, state, language]) => ({
  city,
  zip,
  state,
  country: 'Switzerland',
  language,
}));

export const FOREIGN_PLACES: readonly Place[] = [
  { city: 'Vaduz', zip: '9490', state: 'Oberland', country: 'Liechtenstein', language: 'de' },
  {
    city: 'Konstanz',
    zip: '78462',
    state: 'Baden-Württemberg',
    country: 'Germany',
    language: 'de',
  },
  { city: 'München', zip: '80331', state: 'Bayern', country: 'Germany', language: 'de' },
  { city: 'Berlin', zip: '10115', state: 'Berlin', country: 'Germany', language: 'de' },
  { city: 'Bregenz', zip: '6900', state: 'Vorarlberg', country: 'Austria', language: 'de' },
  { city: 'Innsbruck', zip: '6020', state: 'Tirol', country: 'Austria', language: 'de' },
  { city: 'Annecy', zip: '74000', state: 'Haute-Savoie', country: 'France', language: 'fr' },
  { city: 'Lyon', zip: '69002', state: 'Rhône', country: 'France', language: 'fr' },
  { city: 'Bourg-en-Bresse', zip: '01003', state: 'Ain', country: 'France', language: 'fr' },
  { city: 'Como', zip: '22100', state: 'Lombardia', country: 'Italy', language: 'it' },
  { city: 'Milano', zip: '20121', state: 'Lombardia', country: 'Italy', language: 'it' },
];

export const STREETS: Readonly<Record<Place['language'], readonly string[]>> = {
  de: [
    'Bahnhofstrasse',
    'Seestrasse',
    'Lindenweg',
    'Kirchgasse',
    'Dorfstrasse',
    'Gartenstrasse',
    'Bergstrasse',
    'Rosenweg',
    'Mühleweg',
    'Birkenallee',
    'Schulhausstrasse',
    'Talackerweg',
    'Oberdorfstrasse',
    'Quellenstrasse',
  ],
  fr: [
    'Rue du Lac',
    'Avenue de la Gare',
    'Chemin des Vignes',
    'Rue des Alpes',
    'Route de Berne',
    'Quai des Bergues',
    'Rue du Marché',
    'Chemin du Château',
    'Avenue des Tilleuls',
    'Rue de l’Église',
  ],
  it: [
    'Via Nassa',
    'Via San Gottardo',
    'Viale Stazione',
    'Via al Lago',
    'Via dei Castagni',
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
    'Siedlung Birkenfeld',
    'Parkresidenz Rosengarten',
    'Wohnhaus Alpenblick',
    'Höfe am Bach',
    'Terrassen am Rebhang',
    'Stadthaus Kirchgasse',
    'Chalet Edelweiss',
    'Quartierhof Mühlematt',
    'Wohnturm Gleisarena',
    'Residenz Abendsonne',
    'Genossenschaft Eichgut',
    'Haus Morgentau',
    'Wohnen am Kanal',
    'Ährenhof',
  ],
  fr: [
    'Résidence du Lac',
    'Les Terrasses de Lavaux',
    'Le Clos des Vignes',
    'Résidence Belle-Rive',
    'Les Jardins de l’Évêché',
    'La Tour du Midi',
    'Immeuble des Tilleuls',
    'Résidence Mont-Blanc',
    'Le Pré-Fleuri',
    'Les Hauts de Champel',
    'Le Château d’Eau',
  ],
  it: [
    'Residenza Monte Brè',
    'Palazzo al Lago',
    'Condominio Castagneto',
    'Residenza San Gottardo',
    'Le Terrazze del Ceresio',
    'Casa dei Limoni',
  ],
};
