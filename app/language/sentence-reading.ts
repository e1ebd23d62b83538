import { fieldsOf, readText, type Fields } from '~/fields/reading';
import type { InnerSentence, Sentence } from './sentence';

/** The code and the values of an error of any API; nothing where it has no code. */
export function readCode({ code, params }: Fields): Partial<Sentence> {
  return readSentence({ code, params }) ?? {};
}

/** The sentence of the rule that an issue of a schema is about; null for the schema library's own message. */
export function ruleOf(issue: object): Sentence | null {
  return readSentence(fieldsOf(Reflect.get(issue, 'sentence')));
}

function readSentence({ code, params }: Fields): Sentence | null {
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

function textsOf(params: Fields): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(params)) texts[key] = readText(value) ?? '';
  return texts;
}
