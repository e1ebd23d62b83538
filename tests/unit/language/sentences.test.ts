import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { bodySchemaOf } from '~/fields/field-schemas';
import { englishOf, readSentence, sentence } from '~/language/sentence';
import { ruleOf } from '~/language/sentence-reading';
import { CALLER_SENTENCES, SENTENCES } from '~/language/sentences';
import { REVIEW_FIELDS, REVIEW_TYPES } from '~/imports/row-error';

const APP = join(import.meta.dirname, '../../../app');
const ALL = Object.entries({ ...SENTENCES, ...CALLER_SENTENCES });

describe('a sentence', () => {
  it.each(ALL)('%s of an external API is known by its text', (code, template) => {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const params = Object.fromEntries(names.map((name, index) => [name, `Z${index + 1}`]));
    const text = englishOf({ code, params });
    expect(text).toBe(template.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''));
    expect(readSentence(text)?.values.map((value) => value.text)).toEqual(Object.values(params));
  });

  it('can have a sentence in it', () => {
    const wait = sentence('minutes', { count: 5 });
    const made = sentence('try_again_in', { reason: 'wrong_codes', wait });
    expect(made).toEqual({
      code: 'try_again_in',
      params: {
        reason: { code: 'wrong_codes', params: {} },
        wait: { code: 'minutes', params: { count: '5' } },
      },
    });
    expect(englishOf(made)).toBe('Too many wrong codes. Try again in 5 minutes.');
  });

  it('is read by a code that is known, whatever the text is', () => {
    const sent = { code: 'too_long', params: { field: 'City', max: '40' } };
    expect(readSentence('Ville : au plus 40', sent)?.values).toEqual([
      { text: 'City', isTranslated: true },
      { text: '40', isTranslated: false },
    ]);
    expect(readSentence('The moon is full', { code: 'moon' })).toBeNull();
    expect(readSentence('City is required', { code: 'moon' })?.template).toBe('{0} is required');
  });
});

describe('an issue of a field', () => {
  const WRONG = [
    undefined,
    null,
    '',
    ' ',
    'x'.repeat(9_999),
    'ca. 5',
    '2024',
    '-',
    0,
    1.234,
    -1,
    {},
  ];
  const fields = REVIEW_TYPES.flatMap((type) =>
    Object.entries(bodySchemaOf(REVIEW_FIELDS[type]).shape).map(([name, schema]) => ({
      name: `${type} ${name}`,
      schema,
    })),
  );

  it.each(fields)('$name has the sentence of its text', ({ schema }) => {
    const issues = WRONG.flatMap((value) => schema.safeParse(value).error?.issues ?? []);
    const ours = issues.filter(({ message }) => !message.startsWith('Invalid input'));
    const texts = ours.map((issue) =>
      englishOf(ruleOf(issue) ?? sentence('minutes', { count: 0 })),
    );
    expect(texts).toEqual(ours.map(({ message }) => message));
    expect(ours).not.toEqual([]);
  });
});

describe('the sources', () => {
  it('give the schema library rules, no texts', () => {
    expect(sourceFiles(OPEN).flatMap(messagesOf)).toEqual([]);
  });

  it('answer no error but by the table', () => {
    const plain = sourceFiles(SERVER).filter((file) => /json\(\s*\{\s*detail\b/.test(read(file)));
    expect(plain).toEqual([]);
  });
});

/** Field tables, schemas and calls; and what answers calls, but for the mount and the probes around it. */
const OPEN = /^(?!routes|platform)[a-z]+[\\/](errors[\\/])?[^\\/]+(?<!\.server)\.ts$/;
const SERVER = /^[a-z]+[\\/](server|embedded)[\\/](?!api-mount|health|start-api).*\.ts$/;

function sourceFiles(path: RegExp): string[] {
  return readdirSync(APP, { encoding: 'utf8', recursive: true })
    .filter((file) => path.test(file))
    .map((file) => join(APP, file));
}

function read(file: string): string {
  return readFileSync(file, 'utf8');
}

const RULES = /^(?:min|max|regex|refine|positive|email|gte|lte|length|custom|idNumber)$/;

/** The texts that a rule says: a rule's last text, and each `error` and `message`. */
function messagesOf(file: string): string[] {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  const problems: string[] = [];
  const visit = (node: ts.Node) => {
    const named = ts.isPropertyAssignment(node) && /^(?:error|message)$/.test(node.name.getText());
    if (named) add(node.initializer);
    if (ts.isCallExpression(node)) {
      const name = node.expression.getText().split('.').at(-1) ?? '';
      if (RULES.test(name)) node.arguments.forEach(add);
    }
    ts.forEachChild(node, visit);
  };
  const add = (node: ts.Node) => {
    const text = textOf(node);
    if (text?.includes(' ')) problems.push(text);
  };
  visit(source);
  return problems;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `7${literal.text}`).join('');
}
