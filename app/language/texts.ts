import type { Sentence, SentenceParts } from './sentence';

/** Constants of the hash FNV-1a. */
const OFFSET = 0x81_1c_9d_c5;
const PRIME = 0x01_00_01_93;

/** Id of an English text in a catalogue, which halves its size. The build fails if two texts share one. */
export function textId(english: string): string {
  let hash = OFFSET;
  for (let index = 0; index < english.length; index += 1) {
    hash = Math.imul(hash ^ english.charCodeAt(index), PRIME);
  }
  // 24 bits in base 36.
  return (hash >>> 8).toString(36);
}

/*
 * Texts of the screens. English is in the source, other languages in app/language/locales
 * (docs/decisions/0053).
 */

/** Translations by textId. A text with a number has one translation for each plural form of the language. */
export type Texts = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

export interface Language {
  /** A language tag as in <html lang>: "en", "de-CH". */
  code: string;
  /** Null for English. */
  texts: Texts | null;
}

export const ENGLISH: Language = { code: 'en', texts: null };

let chosen = ENGLISH;
let source = () => chosen;
type ReadSentence = (text: string, sent?: Partial<Sentence>) => SentenceParts | null;
let readSentence: ReadSentence | undefined;
type FieldLabel = (name: string) => string | undefined;
let fieldLabel: FieldLabel | undefined;
const listeners = new Set<() => void>();

/** The language of the page. On the server this is the language of the page that is being rendered. */
export function currentLanguage(): Language {
  return source();
}

/** Sets the page's language in the browser. Screens render again and keep their input. */
export function setLanguage(language: Language): void {
  chosen = language;
  for (const listener of listeners) listener();
}

/** Sets the source of the language on the server, which renders pages of several languages at once. */
export function setLanguageSource(languageOf: () => Language): void {
  source = languageOf;
}

/** Locale for Intl: English is formatted as in the United States. */
export function currentLocale(): string {
  const { code } = currentLanguage();
  return code === ENGLISH.code ? 'en-US' : code;
}

type Value = string | number;

/** Translates a text now: t`Delete ${name}?` */
export function t(strings: TemplateStringsArray, ...values: Value[]): string {
  const english = template(strings);
  const entry = find(english);
  return fill(typeof entry === 'string' ? entry : english, values);
}

/** Marks the text of a constant. It is translated where it is shown. */
export function msg(strings: TemplateStringsArray): string {
  return strings.join('');
}

/**
 * Translates a text that was marked by msg, a text of a table of fields, or a sentence of the API (by its
 * code if that was sent). Any other text is returned unchanged.
 */
export function translate(text: string, sent?: Partial<Sentence>): string {
  const entry = find(text);
  if (typeof entry === 'string') return entry;
  const sentence = currentLanguage().texts ? readSentence?.(text, sent) : null;
  const translation = sentence ? find(sentence.template) : undefined;
  if (!sentence || typeof translation !== 'string') return text;
  const values = sentence.values.map((value) =>
    value.isTranslated ? translate(value.text, value.sentence) : value.text,
  );
  return fill(translation, values);
}

/** Translates each sentence in a text. A `field` before a sentence ("zip_code: ...") becomes its label. */
export function translateParts(
  text: string,
  parts: ReadonlyArray<Partial<Sentence> & { message: string; field?: string }>,
  sent?: Partial<Sentence>,
): string {
  if (parts.length === 0) return translate(text, sent);
  let done = '';
  let rest = text;
  for (const part of parts) {
    const at = rest.indexOf(part.message);
    if (at < 0) continue;
    done += labelled(rest.slice(0, at), part.field, translate(part.message, part));
    rest = rest.slice(at + part.message.length);
  }
  // A sentence about the whole row comes last.
  return rest.startsWith('; ') ? `${done}; ${translate(rest.slice(2), sent)}` : done + rest;
}

function labelled(before: string, field: string | undefined, sentence: string): string {
  const name = `${field}: `;
  const label = find(fieldLabel?.(field ?? '') ?? '');
  if (typeof label !== 'string' || !before.endsWith(name)) return before + sentence;
  const withLabel = sentence.startsWith(label) ? sentence : t`${label}: ${sentence}`;
  return before.slice(0, -name.length) + withLabel;
}

/**
 * Registers the readers of other languages once they are loaded: for sentences of the API, by code or
 * English text, and for labels of fields, by wire name.
 */
export function setSentenceReader(read?: ReadSentence, labelOf?: FieldLabel): void {
  readSentence = read;
  fieldLabel = labelOf;
}

/**
 * Puts the values in place of "{0}", "{1}". A value that ends with a period ("Hausnr.") also ends the
 * sentence.
 */
export function fill(text: string, values: readonly Value[]): string {
  return text.replace(/\{(\d)\}(\.(?!\.))?/g, (_, index: string, period = '') => {
    const value = String(values[Number(index)]);
    return value.endsWith('.') ? value : value + period;
  });
}

/** Chooses the text for a count: "1 entry", "2 entries". "#" is replaced by the formatted number. */
export function plural(count: number, formatted: string, one: string, many: string): string {
  const { code } = currentLanguage();
  const entry = find(many);
  const form =
    typeof entry === 'object'
      ? (entry[new Intl.PluralRules(code).select(count)] ?? entry.other)
      : undefined;
  return (form ?? (count === 1 ? one : many)).replace('#', formatted);
}

/** The text of a template as a catalogue has it: "Delete {0}?". */
export function template(strings: TemplateStringsArray): string {
  return strings.reduce((text, part, index) => `${text}{${index - 1}}${part}`);
}

function find(english: string): Texts[string] | undefined {
  const { texts } = currentLanguage();
  return texts?.[textId(english)];
}

/** Calls the listener when the reader chooses another language. */
export function subscribeLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
