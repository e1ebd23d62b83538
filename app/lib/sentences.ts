import { SENTENCES } from '~/contract/sentences';

/** A sentence of the API or of a rule: which one it is, and what was put in. */
export interface ReadSentence {
  /** "{0} is required" */
  template: string;
  values: string[];
}

let patterns: ReadonlyArray<{ template: string; pattern: RegExp }> | undefined;

/** Recognises a sentence by its English text, so an API that sends nothing but texts is understood too; the most exact one wins. */
export function readSentence(text: string): ReadSentence | null {
  patterns ??= SENTENCES.toSorted((a, b) => b.length - a.length).map((template) => ({
    template,
    pattern: new RegExp(
      `^${template.replace(SPECIAL, String.raw`\$&`).replace(HOLE, '(.+?)')}$`,
      's',
    ),
  }));
  for (const { template, pattern } of patterns) {
    const values = pattern.exec(text)?.slice(1);
    if (values) return { template, values };
  }
  return null;
}

/** What means something in a pattern, but for the braces of a hole. */
const SPECIAL = /[.*+?^$()|[\]\\]/g;
const HOLE = /\{\d\}/g;
