import { textId } from '~/lib/text-id';
import type { Texts } from '~/lib/texts';

/** Around what came from a catalogue, as nothing else has them. */
const BEGIN = '\uE000';
const END = '\uE001';
const MARKED = /\uE000[^\uE000\uE001]*\uE001/;
/** What is between the values of a text: "Delete " and "?" */
const BETWEEN_VALUES = /[^{}#]+(?![^{]*\})/g;

export function mark(text: string): string {
  return `${BEGIN}${text}${END}`;
}

/** The text as a reader has it. */
export function unmark(text: string): string {
  return text.replaceAll(BEGIN, '').replaceAll(END, '');
}

/** What did not come from a catalogue: data, or a text that nobody can translate. */
export function unmarkedParts(text: string): string[] {
  return text.split(MARKED);
}

/** A catalogue from English to English, with marks. */
export function markedCatalogue(
  texts: ReadonlyArray<readonly [english: string, singular: string | null]>,
): Texts {
  const catalogue: Record<string, Texts[string]> = {};
  for (const [english, singular] of texts) {
    const other = marked(english);
    catalogue[textId(english)] = singular === null ? other : { one: marked(singular), other };
  }
  return catalogue;
}

function marked(text: string): string {
  return text.replace(BETWEEN_VALUES, mark);
}
