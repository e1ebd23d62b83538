import { CALLER_SENTENCES, SENTENCES, withNumbers } from './sentences';
import { fillNames, namesIn, patternOf, type NameIn } from './template-pattern';

/* Errors and import messages have the code of a sentence and its values (docs/behaviour/wire-contract.md). */

const TABLE = { ...SENTENCES, ...CALLER_SENTENCES };

type SentenceCode = keyof typeof TABLE;
type NamesOf<C extends SentenceCode> = NameIn<(typeof TABLE)[C]>;
/** Codes of the sentences without values. */
export type PlainCode = {
  [C in SentenceCode]: [NamesOf<C>] extends [never] ? C : never;
}[SentenceCode];

/** A sentence inside of another one: a wait, a reason. */
export interface InnerSentence {
  code: string;
  params: Readonly<Record<string, string>>;
}
export interface Sentence {
  code: string;
  params: Readonly<Record<string, string | InnerSentence>>;
}
/** A sentence as callers pass it: a plain code, or code and values made by `sentence()`. */
export type AnySentence = PlainCode | Sentence;
export type AnyInnerSentence = PlainCode | InnerSentence;

/** Names of values that are sentences or labels. They are translated too; any other value is data. */
type SentenceName = 'reason' | 'wait';
const SENTENCE_VALUES: ReadonlySet<string> = new Set(['reason', 'wait'] satisfies SentenceName[]);
const LABEL_VALUES: ReadonlySet<string> = new Set(['field', 'what', 'calls', 'format']);

type Value = string | number | boolean | null;
type Values<C extends SentenceCode> = Readonly<{
  [Name in NamesOf<C>]: Name extends SentenceName ? AnyInnerSentence : Value;
}>;
interface Made<C extends SentenceCode> {
  code: C;
  params: Readonly<
    Record<NamesOf<C>, NamesOf<C> & SentenceName extends never ? string : string | InnerSentence>
  >;
}

/** Makes a sentence with its values: `sentence('too_long', { field: 'City', max: 40 })`. */
export function sentence<C extends Exclude<SentenceCode, PlainCode>>(
  code: C,
  values: Values<C>,
): Made<C>;
export function sentence(
  code: string,
  values: Readonly<Record<string, Value | InnerSentence>>,
): Sentence {
  const params: Record<string, string | InnerSentence> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'object' && value !== null) params[name] = value;
    else
      params[name] = SENTENCE_VALUES.has(name)
        ? { code: String(value), params: {} }
        : String(value);
  }
  return { code, params };
}

const TEMPLATES: ReadonlyMap<string, string> = new Map(Object.entries(TABLE));

export function toSentence(named: AnyInnerSentence): InnerSentence;
export function toSentence(named: AnySentence): Sentence;
export function toSentence(named: AnySentence): Sentence {
  return typeof named === 'string' ? { code: named, params: {} } : named;
}

/** The English text of a sentence, which API clients receive. */
export function englishOf(named: AnySentence): string {
  const { code, params } = toSentence(named);
  return fillNames(TEMPLATES.get(code) ?? code, (name) => {
    const value = params[name] ?? '';
    return typeof value === 'string' ? value : englishOf(value);
  });
}

/** Detail and sentence of an AppError that the panel itself makes. */
export function coded(named: AnySentence): { detail: string; sentence: Sentence } {
  return { detail: englishOf(named), sentence: toSentence(named) };
}

/** An error with a sentence. Its message is the English text. */
export class SentenceError extends Error {
  readonly sentence: Sentence;

  constructor(named: AnySentence, options?: ErrorOptions) {
    super(englishOf(named), options);
    this.sentence = toSentence(named);
  }
}

/** A sentence in the form of a catalogue: its English text with "{0}" for values, and the values. */
export interface SentenceParts {
  template: string;
  values: ReadonlyArray<{ text: string; isTranslated: boolean; sentence?: InnerSentence }>;
}

/**
 * Finds a sentence by the code that the API sent, or by its English text if the code is missing or unknown,
 * as an external API may answer. Returns null for any other text.
 */
export function readSentence(text: string, sent?: Partial<Sentence>): SentenceParts | null {
  const { code = '', params = {} } = (TEMPLATES.has(sent?.code ?? '') ? sent : find(text)) ?? {};
  const template = TEMPLATES.get(code);
  if (template === undefined) return null;
  const values = namesIn(template).map((name) => {
    const value = params[name] ?? '';
    return typeof value === 'string'
      ? { text: value, isTranslated: LABEL_VALUES.has(name) || SENTENCE_VALUES.has(name) }
      : { text: value.code, isTranslated: true, sentence: value };
  });
  return { template: withNumbers(template), values };
}

let patterns: ReturnType<typeof makePatterns> | undefined;

/** Length of a template's text without its values. */
const lengthOf = (template: string) => template.replaceAll(/\{\w+\}/g, '').length;

/** Patterns: sentences without values first, then those with the most text in addition to their values. */
function makePatterns() {
  return [...TEMPLATES]
    .toSorted(
      ([, a], [, b]) =>
        Number(a.includes('{')) - Number(b.includes('{')) || lengthOf(b) - lengthOf(a),
    )
    .map(([code, template]) => ({ code, names: namesIn(template), pattern: patternOf(template) }));
}

/** Recognizes the English text of an external API. */
function find(text: string): InnerSentence | null {
  patterns ??= makePatterns();
  for (const { code, names, pattern } of patterns) {
    const values = pattern.exec(text)?.slice(1);
    if (!values) continue;
    const params = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
    return { code, params };
  }
  return null;
}
