/** Diacritics and other combining marks: the Unicode blocks of combining marks. */
const MARKS = /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g;

/** Letters that Unicode does not take apart, as people type them without their keyboard's help. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};
const LETTER = /[ßæœþøłđðħıς]/g;

/** Normalizes for comparison: "strasse" for "Straße". Must match the database's search_key(). */
export function searchText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .toLowerCase()
    .replaceAll(LETTER, (letter) => LETTERS[letter] ?? letter);
}
