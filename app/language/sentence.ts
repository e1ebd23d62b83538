import { CALLER_SENTENCES, SENTENCES, withNumbers } from './sentences';
import { namesIn, patternOf } from './template-pattern';

/* Errors and import messages have a sentence code and its values (docs/behaviour/wire-contract.md). */

const TABLE = { ...SENTENCES, ...CALLER_SENTENCES };

export type SentenceCode = keyof typeof TABLE;
type Filled<T extends string> = T extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : T;
/** A sentence of the table with its values. No other text compiles as an answer of the API. */
export type SentenceText = Filled<(typeof TABLE)[SentenceCode]>;

/** A sentence that is put into another one: a wait, a reason. */
export interface InnerSentence {
  code: string;
  params: Readonly<Record<string, string>>;
}
export interface Sentence {
  code: string;
  params: Readonly<Record<string, string | InnerSentence>>;
}

/** Values that are sentences of the table, or labels. They are translated too; any other value is data. */
const SENTENCE_VALUES: ReadonlySet<string> = new Set(['reason', 'wait']);
const LABEL_VALUES: ReadonlySet<string> = new Set(['field', 'what', 'calls', 'format']);

let made: ReturnType<typeof makePatterns> | undefined;
const patterns = () => (made ??= makePatterns());

function makePatterns() {
  const entries = Object.entries(TABLE);
  return {
    byText: new Map<string, string>(entries.map(([code, template]) => [template, code])),
    byCode: new Map<string, string>(entries),
    // The most exact one first.
    withValues: entries
      .filter(([, template]) => template.includes('{'))
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([code, template]) => ({
        code,
        names: namesIn(template),
        pattern: patternOf(template),
      })),
  };
}

/** The sentence that a text is; null for one that is none of the table. */
export function findSentence(text: string): Sentence | null {
  const cached = seen.get(text);
  if (cached !== undefined) return cached;
  const sentence = readText(text);
  if (seen.size < SEEN_LIMIT && text.length <= SEEN_LIMIT_CHARS) seen.set(text, sentence);
  return sentence;
}

/** Most rows of an import have the errors of others. A long text quotes what a caller has sent. */
const seen = new Map<string, Sentence | null>();
const SEEN_LIMIT = 1_000;
const SEEN_LIMIT_CHARS = 200;

function readText(text: string): Sentence | null {
  const sentence = find(text);
  if (!sentence) return null;
  const params: Record<string, string | InnerSentence> = { ...sentence.params };
  for (const [name, value] of Object.entries(sentence.params)) {
    const inner = SENTENCE_VALUES.has(name) && find(value);
    if (inner) params[name] = inner;
  }
  return { code: sentence.code, params };
}

function find(text: string): InnerSentence | null {
  const { byText, withValues } = patterns();
  const plain = byText.get(text);
  if (plain !== undefined) return { code: plain, params: {} };
  for (const { code, names, pattern } of withValues) {
    const values = pattern.exec(text)?.slice(1);
    if (!values) continue;
    return {
      code,
      params: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
    };
  }
  return null;
}

/** The code and values of a text that is a sentence of the table. */
export function sentenceOf(text: string): Sentence {
  return findSentence(text) ?? UNKNOWN;
}

/** The code and values of a sentence that is itself a value of another sentence. */
export function innerSentence(text: SentenceText): InnerSentence {
  return find(text) ?? UNKNOWN;
}

/** No code of the contract: a test that reads such an answer fails. */
const UNKNOWN = { code: 'unknown', params: {} };

/** A sentence as a catalogue has it: its English text with "{0}" for values, and these. */
export interface SentenceParts {
  template: string;
  values: ReadonlyArray<{ text: string; isTranslated: boolean; sentence?: InnerSentence }>;
}

/**
 * Finds a sentence by the code that the API sent, or by its English text if the code is missing or unknown.
 * Returns null for any other text.
 */
export function readSentence(text: string, sent?: Partial<Sentence>): SentenceParts | null {
  const { byCode } = patterns();
  const { code = '', params = {} } =
    (byCode.has(sent?.code ?? '') ? sent : findSentence(text)) ?? {};
  const template = byCode.get(code);
  if (template === undefined) return null;
  const values = namesIn(template).map((name) => {
    const value = params[name] ?? '';
    return typeof value === 'string'
      ? { text: value, isTranslated: LABEL_VALUES.has(name) || SENTENCE_VALUES.has(name) }
      : { text: value.code, isTranslated: true, sentence: value };
  });
  return { template: withNumbers(template), values };
}
