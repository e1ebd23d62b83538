import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { withNumbers } from '../../app/language/sentences.ts';

const APP = join(import.meta.dirname, '../../app');

type Add = (text: string, one?: string) => void;
/** A catalogue as in its file. */
export type Catalogue = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** Functions whose last two texts are the singular and the plural of a counted noun. */
const COUNTING: Readonly<Record<string, (text: string) => string>> = {
  formatCount: (noun) => `# ${noun}`,
  plural: (text) => text,
};
/** Constants and properties with the singular and the plural of a noun. */
const NOUN = /noun/i;
/** Properties of data files whose values are shown on screens. */
const LABELS = new Set(['label', 'subject', 'message']);
const REQUIRED = /^\{ code: 'required', params: \{ field: '(.+)' \} \}$/;
/** Constants whose values are all shown on screens. */
const LABEL_TABLES = /_LABELS$/;
/** Lists of values, which are shown as language/format.ts writes them. */
const VALUES = new Set(['ROLES', 'THEMES']);

/** Finds every text that a catalogue must have: English, and the singular of a counted text or null. */
export function extractTexts(): Map<string, string | null> {
  const texts = new Map<string, string | null>();
  const add: Add = (text, one) => texts.set(text, one ?? null);
  for (const file of readdirSync(APP, { encoding: 'utf8', recursive: true })) {
    if (!/\.tsx?$/.test(file) || /\.gen\.ts$|\.d\.ts$/.test(file)) continue;
    const text = readFileSync(join(APP, file), 'utf8');
    const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
    visit(source, { add, isData: isDataFile(file) });
  }
  return texts;
}

/** True for field tables, schemas and calls: the open files of a room, and what they are made of. */
function isDataFile(file: string): boolean {
  return /^(?!routes)[a-z]+\/(errors\/)?[^/]+\.ts$/.test(file);
}

function visit(node: ts.Node, context: { add: Add; isData: boolean }): void {
  const { add, isData } = context;
  if (ts.isTaggedTemplateExpression(node) && /^(t|msg|rich)$/.test(node.tag.getText())) {
    add(templateOf(node.template));
  } else if (ts.isCallExpression(node)) {
    const textOf = COUNTING[node.expression.getText()];
    const [one, many] = node.arguments.slice(-2).filter(ts.isStringLiteral);
    if (textOf && one && many) add(textOf(many.text), textOf(one.text));
  } else if (ts.isArrayLiteralExpression(node)) {
    const [one, many] = node.elements.filter(ts.isStringLiteral);
    if (one && many && node.elements.length === 2 && isNoun(node))
      add(`# ${many.text}`, `# ${one.text}`);
  }
  if (isData) visitData(node, add);
  visitList(node, add);
  ts.forEachChild(node, (child) => visit(child, context));
}

/** Data files import no texts: their labels are known by their names. */
function visitData(node: ts.Node, add: Add): void {
  if (!ts.isPropertyAssignment(node)) return;
  const { name, initializer } = node;
  // A reference's own text for the rule that it is required.
  const required = REQUIRED.exec(initializer.getText())?.[1];
  if (name.getText() === 'message' && required) add(`${required} is required`);
  if (ts.isStringLiteral(initializer)) {
    const table = ts.findAncestor(node, ts.isVariableDeclaration)?.name.getText() ?? '';
    if (table === 'SENTENCES' || table === 'RULES') add(withNumbers(initializer.text));
    else if (LABELS.has(name.getText()) || LABEL_TABLES.test(table)) add(initializer.text);
  } else if (name.getText() === 'options' && ts.isArrayLiteralExpression(initializer)) {
    for (const option of initializer.elements.filter(ts.isStringLiteral))
      add(titleCase(option.text));
  }
}

/** Roles and themes as they are shown; the second of each pair of labels. */
function visitList(node: ts.Node, add: Add): void {
  if (!ts.isStringLiteral(node) || !ts.isArrayLiteralExpression(node.parent)) return;
  const list = ts.findAncestor(node, ts.isVariableDeclaration)?.name.getText() ?? '';
  if (VALUES.has(list)) add(titleCase(node.text));
  else if (LABEL_TABLES.test(list) && node === node.parent.elements[1]) add(node.text);
}

/** "Delete {0}?" */
function templateOf(template: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  const spans = template.templateSpans.map(({ literal }, index) => `{${index}}${literal.text}`);
  return template.head.text + spans.join('');
}

function isNoun(node: ts.Node): boolean {
  const names = [
    ts.findAncestor(node, isNamed),
    ts.findAncestor(node, ts.isVariableDeclaration),
  ].map((named) => named?.name);
  return names.some((name) => name && NOUN.test(name.getText()));
}

function isNamed(
  node: ts.Node,
): node is ts.PropertyAssignment | ts.JsxAttribute | ts.VariableDeclaration {
  return ts.isPropertyAssignment(node) || ts.isJsxAttribute(node) || ts.isVariableDeclaration(node);
}

/** Writes a choice as language/format.ts shows it. */
function titleCase(name: string): string {
  const words = name.split(/[\s_]+/).filter(Boolean);
  return words
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase())
    .join(' ');
}

/** Finds a catalogue's missing and unused texts, lost values and wrong plural forms. */
export function problemsOf(
  catalogue: Catalogue,
  texts: ReadonlyMap<string, string | null>,
  code: string,
): string[] {
  const unused = Object.keys(catalogue).filter((english) => !texts.has(english));
  const problems = [...texts].flatMap(([english, singular]) => {
    const entry = catalogue[english];
    const forms = typeof entry === 'string' || !entry ? { other: entry ?? '' } : entry;
    const problem = problemOf(english, forms, code);
    const isForm = (singular !== null) === (typeof entry === 'object');
    return problem ?? (isForm ? [] : `plural forms where none belong, or none: ${english}`);
  });
  return [...unused.map((english) => `not used: ${english}`), ...problems];
}

function problemOf(
  english: string,
  forms: Readonly<Record<string, string>>,
  code: string,
): string | undefined {
  const known: readonly string[] = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
  if (!forms.other) return `missing: ${english}`;
  const strange = Object.keys(forms).find((form) => !known.includes(form));
  if (strange !== undefined) return `no plural form of ${code} is "${strange}": ${english}`;
  const isWhole = Object.values(forms).every((text) => holesOf(text) === holesOf(english));
  return isWhole ? undefined : `other values: ${english}`;
}

/** "{0} {1} #", in order. */
function holesOf(text: string): string {
  return (text.match(/\{\d\}|#/g) ?? []).toSorted().join(' ');
}
