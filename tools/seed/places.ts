import { listOf } from './random';

/** A town, with streets in its language. */
export interface Place {
  city: string;
  zip: string;
  /** Canton, or the region of another country. */
  state: string;
  country: string;
  language: 'de' | 'fr' | 'it';
}

const placeOf = (
  city: string,
  zip: string,
  state: string,
  language: Place['language'],
  country = 'Switzerland',
): Place => ({ city, zip, state, country, language });

export const SWISS_PLACES = [
  placeOf('Zürich', '8001', 'ZH', 'de'),
  placeOf('Winterthur', '8400', 'ZH', 'de'),
  placeOf('Bern', '3011', 'BE', 'de'),
  placeOf('Biel/Bienne', '2502', 'BE', 'de'),
  placeOf('Interlaken', '3800', 'BE', 'de'),
  placeOf('Luzern', '6003', 'LU', 'de'),
  placeOf('Schwyz', '6430', 'SZ', 'de'),
  placeOf('Zug', '6300', 'ZG', 'de'),
  placeOf('Fribourg', '1700', 'FR', 'fr'),
  placeOf('Bulle', '1630', 'FR', 'fr'),
  placeOf('Solothurn', '4500', 'SO', 'de'),
  placeOf('Basel', '4051', 'BS', 'de'),
  placeOf('St. Gallen', '9000', 'SG', 'de'),
  placeOf('Aarau', '5000', 'AG', 'de'),
  placeOf('Lugano', '6900', 'TI', 'it'),
  placeOf('Bellinzona', '6500', 'TI', 'it'),
  placeOf('Lausanne', '1003', 'VD', 'fr'),
  placeOf('Sion', '1950', 'VS', 'fr'),
  placeOf('Zermatt', '3920', 'VS', 'de'),
  placeOf('Neuchâtel', '2000', 'NE', 'fr'),
  placeOf('La Chaux-de-Fonds', '2300', 'NE', 'fr'),
  placeOf('Genève', '1204', 'GE', 'fr'),
];

export const PLACES_ABROAD = [
  placeOf('Vaduz', '9490', 'Oberland', 'de', 'Liechtenstein'),
  placeOf('Konstanz', '78462', 'Baden-Württemberg', 'de', 'Germany'),
  placeOf('München', '80331', 'Bayern', 'de', 'Germany'),
  placeOf('Bregenz', '6900', 'Vorarlberg', 'de', 'Austria'),
  placeOf('Innsbruck', '6020', 'Tirol', 'de', 'Austria'),
  placeOf('Lyon', '69002', 'Rhône', 'fr', 'France'),
  placeOf('Bourg-en-Bresse', '01003', 'Ain', 'fr', 'France'),
  placeOf('Milano', '20121', 'Lombardia', 'it', 'Italy'),
];

export const STREETS: Readonly<Record<Place['language'], readonly string[]>> = {
  de: listOf(`
    Bahnhofstrasse, Seestrasse, Kirchgasse, Dorfstrasse, Bergstrasse, Mühleweg,
    Schulhausstrasse, Quellenstrasse`),
  fr: listOf(`
    Rue du Lac, Avenue de la Gare, Chemin des Vignes, Route de Berne, Quai des Bergues,
    Chemin du Château, Rue de l’Église`),
  it: listOf(`
    Via Nassa, Via San Gottardo, Viale Stazione, Piazza Grande, Via Monte Brè, Via della Chiesa`),
};

export const BUILDING_NAMES: Readonly<Record<Place['language'], readonly string[]>> = {
  de: listOf(`
    Residenz Seeblick, Überbauung Lindenhof, Wohnpark Sonnenberg, Haus zum Goldenen Löwen,
    Höfe am Bach, Terrassen am Rebhang, Chalet Edelweiss, Quartierhof Mühlematt,
    Wohnturm Gleisarena, Haus Morgentau, Ährenhof`),
  fr: listOf(`
    Résidence du Lac, Les Terrasses de Lavaux, Le Clos des Vignes, Les Jardins de l’Évêché,
    La Tour du Midi, Le Pré-Fleuri, Le Château d’Eau`),
  it: listOf(`
    Residenza Monte Brè, Palazzo al Lago, Le Terrazze del Ceresio, Casa dei Limoni`),
};
