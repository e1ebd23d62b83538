import { fieldsOf, readText, type UnknownRecord } from '~/fields/reading';
import type { InnerSentence, Sentence } from './sentence';

/** Reads the code and the values of any API's error; empty without a code. */
export function readCode({ code, params }: UnknownRecord): Partial<Sentence> {
  return readSentence({ code, params }) ?? {};
}

/** The sentence of the rule in a schema's issue; null for the schema library's own message. */
export function ruleOf(issue: object): Sentence | null {
  return readSentence(fieldsOf(Reflect.get(issue, 'sentence')));
}

function readSentence({ code, params }: UnknownRecord): Sentence | null {
  const name = readText(code);
  if (name === null) return null;
  const values: Record<string, string | InnerSentence> = {};
  for (const [key, value] of Object.entries(fieldsOf(params))) {
    const inner = readText(fieldsOf(value).code);
    values[key] =
      inner === null
        ? (readText(value) ?? '')
        : { code: inner, params: textsOf(fieldsOf(fieldsOf(value).params)) };
  }
  return { code: name, params: values };
}

function textsOf(params: UnknownRecord): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(params)) texts[key] = readText(value) ?? '';
  return texts;
}
