/** The Swiss cantons: the letters on plates, then the names in the languages of the canton. */
const CANTONS = [
  ['AG', 'Aargau'],
  ['AI', 'Appenzell Innerrhoden'],
  ['AR', 'Appenzell Ausserrhoden'],
  ['BE', 'Bern', 'Berne'],
  ['BL', 'Basel-Landschaft'],
  ['BS', 'Basel-Stadt'],
  ['FR', 'Fribourg', 'Freiburg'],
  ['GE', 'Genève', 'Geneva', 'Genf'],
  ['GL', 'Glarus'],
  ['GR', 'Graubünden', 'Grigioni', 'Grischun'],
  ['JU', 'Jura'],
  ['LU', 'Luzern', 'Lucerne'],
  ['NE', 'Neuchâtel', 'Neuenburg'],
  ['NW', 'Nidwalden'],
  ['OW', 'Obwalden'],
  ['SG', 'St. Gallen'],
  ['SH', 'Schaffhausen'],
  ['SO', 'Solothurn'],
  ['SZ', 'Schwyz'],
  ['TG', 'Thurgau'],
  ['TI', 'Ticino', 'Tessin'],
  ['UR', 'Uri'],
  ['VD', 'Vaud', 'Waadt'],
  ['VS', 'Valais', 'Wallis'],
  ['ZG', 'Zug'],
  ['ZH', 'Zürich', 'Zurich'],
] as const;

/** What else a canton is called: "Zürich" and "Zurich" for "ZH", and the other way round. Empty for any other text. */
export function otherCantonNames(text: string): readonly string[] {
  const wanted = text.trim().toLowerCase();
  const names: readonly string[] =
    CANTONS.find((canton) => canton.some((name) => name.toLowerCase() === wanted)) ?? [];
  return names.filter((name) => name.toLowerCase() !== wanted);
}
