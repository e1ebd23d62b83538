import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './project.mjs';

/** Functions whose last two texts are the singular and the plural of what is counted. */
const COUNTING = { formatCount: (noun) => `# ${noun}`, plural: (text) => text };
/** Constants and properties with the singular and the plural of a noun. */
const NOUN = /noun/i;
/** Properties of the contract's constants that are on the screen; and constants whose values all are. */
const LABELS = new Set(['label', 'subject', 'message']);
const LABEL_TABLES = /_LABELS$/;
/** Lists of values, which are shown as lib/format.ts writes them. */
const VALUES = new Set(['ROLES', 'THEMES']);

/**
 * Every text of the sources that a catalogue has to have: English, and whether it counts.
 * @returns {Map<string, boolean>}
 */
export function extractTexts() {
  const found = new Map();
  const add = (text, counts = false) => found.set(text, counts);
  for (const file of readdirSync(join(ROOT, 'app'), { recursive: true })) {
    if (!/\.tsx?$/.test(file) || /\.gen\.ts$|\.d\.ts$/.test(file)) continue;
    const text = readFileSync(join(ROOT, 'app', file), 'utf8');
    const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
    visit(source, { add, inContract: file.startsWith('contract/') });
  }
  return found;
}

function visit(node, context) {
  const { add, inContract } = context;
  if (ts.isTaggedTemplateExpression(node) && /^(t|msg|rich)$/.test(node.tag.getText())) {
    add(templateOf(node.template));
  } else if (ts.isCallExpression(node) && node.expression.getText() in COUNTING) {
    const many = node.arguments.at(-1);
    if (many && ts.isStringLiteral(many)) add(COUNTING[node.expression.getText()](many.text), true);
  } else if (ts.isArrayLiteralExpression(node)) {
    const texts = node.elements.filter(ts.isStringLiteral).map((element) => element.text);
    if (texts.length === 2 && node.elements.length === 2 && isNoun(node))
      add(`# ${texts[1]}`, true);
  }
  if (inContract) visitContract(node, add);
  visitList(node, add);
  ts.forEachChild(node, (child) => visit(child, context));
}

/** The contract is data that imports no texts: its labels are known by their names. */
function visitContract(node, add) {
  if (!ts.isPropertyAssignment(node)) return;
  const { name, initializer } = node;
  if (ts.isStringLiteral(initializer)) {
    const table = ts.findAncestor(node, ts.isVariableDeclaration)?.name.getText() ?? '';
    if (LABELS.has(name.getText()) || LABEL_TABLES.test(table)) add(initializer.text);
  } else if (name.getText() === 'options' && ts.isArrayLiteralExpression(initializer)) {
    for (const option of initializer.elements.filter(ts.isStringLiteral))
      add(titleCase(option.text));
  }
}

/** Sentences as they are; roles and themes as they are shown; the second of each pair of labels. */
function visitList(node, add) {
  if (!ts.isStringLiteral(node) || !ts.isArrayLiteralExpression(node.parent)) return;
  const list = ts.findAncestor(node, ts.isVariableDeclaration)?.name.getText() ?? '';
  if (list === 'SENTENCES') add(node.text);
  else if (VALUES.has(list)) add(titleCase(node.text));
  else if (LABEL_TABLES.test(list) && node === node.parent.elements[1]) add(node.text);
}

/** "Delete {0}?" */
function templateOf(template) {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  const spans = template.templateSpans.map(({ literal }, index) => `{${index}}${literal.text}`);
  return template.head.text + spans.join('');
}

function isNoun(node) {
  const names = [isNamed, ts.isVariableDeclaration].map((is) => ts.findAncestor(node, is)?.name);
  return names.some((name) => name && NOUN.test(name.getText()));
}

function isNamed(node) {
  return ts.isPropertyAssignment(node) || ts.isJsxAttribute(node) || ts.isVariableDeclaration(node);
}

/** As lib/format.ts shows a choice. */
function titleCase(name) {
  const words = name.split(/[\s_]+/).filter(Boolean);
  return words.map((word) => word[0].toUpperCase() + word.slice(1).toLowerCase()).join(' ');
}
