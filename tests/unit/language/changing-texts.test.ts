import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

// A browser's own translation replaces the page's text nodes. React writes a changed text into the node
// that it made, which is no longer in the page, unless the text is its element's only child. So a text
// that changes has its own element, and is one string in it.

const APP = join(import.meta.dirname, '..', '..', '..', 'app');

/** Functions that make a text, and names of values that are one. */
const TEXT_CALL = /^(translate|plural|counted|textOrDash|titleCase|stateText|format\w+|\w+Text)$/;
const TEXT_NAME = /^(text|title|name|detail|count|verb|about|end|address|size|total)$/;

/** True for an expression that is a text, or one of two. */
function isText(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return isText(node.expression);
  if (ts.isConditionalExpression(node)) return isText(node.whenTrue) || isText(node.whenFalse);
  if (ts.isBinaryExpression(node)) {
    const isSum = node.operatorToken.kind === ts.SyntaxKind.PlusToken;
    return isText(node.right) || (isSum && isText(node.left));
  }
  if (ts.isTaggedTemplateExpression(node)) return node.tag.getText() === 't';
  if (ts.isCallExpression(node)) return TEXT_CALL.test(node.expression.getText());
  if (ts.isIdentifier(node)) return TEXT_NAME.test(node.text);
  if (ts.isPropertyAccessExpression(node)) {
    return node.name.text === 'label' || TEXT_NAME.test(node.name.text);
  }
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/** A text of the language alone, and a label of a constant, stay as they are. */
function isFixed(node: ts.Expression): boolean {
  if (ts.isTaggedTemplateExpression(node)) return ts.isNoSubstitutionTemplateLiteral(node.template);
  if (ts.isStringLiteralLike(node)) return true;
  return ts.isCallExpression(node) && node.expression.getText() === 'translate';
}

function isMeant(child: ts.JsxChild): boolean {
  if (ts.isJsxText(child)) return !child.containsOnlyTriviaWhiteSpaces;
  return !ts.isJsxExpression(child) || child.expression !== undefined;
}

/** The texts that change beside something else in one element. */
function changingTexts(source: ts.SourceFile): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node)) {
      const children = node.children.filter(isMeant);
      for (const child of children.length > 1 ? children : []) {
        const { expression } = ts.isJsxExpression(child) ? child : {};
        if (expression && isText(expression) && !isFixed(expression)) texts.push(child.getText());
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

const parse = (text: string) =>
  ts.createSourceFile('a.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

it.each([
  ['<p>{t`${n} selected`}<b /></p>', ['{t`${n} selected`}']],
  ['<p>{count} {label}</p>', ['{count}']],
  ['<p>{hit.label} {hit.detail}</p>', ['{hit.label}', '{hit.detail}']],
  ['<p>{a ? t`Yes` : t`No`}<b /></p>', ['{a ? t`Yes` : t`No`}']],
  ['<p>{a && t`Yes`}<b /></p>', ['{a && t`Yes`}']],
  ['<p>, {titleCase(role)}</p>', ['{titleCase(role)}']],
  ['<p>{t`${n} selected`}</p>', []],
  ['<p><span>{t`${n} selected`}</span><b /></p>', []],
  ['<p><Icon />{t`Add`}</p>', []],
])('%s', (text, expected) => {
  expect(changingTexts(parse(text))).toEqual(expected);
});

it('each text that changes is one string in an element of its own', () => {
  const files = readdirSync(APP, { recursive: true, encoding: 'utf8' });
  const screens = files.filter((file) => file.endsWith('.tsx'));
  expect(screens.length).toBeGreaterThan(100);
  const violations = screens.flatMap((file) =>
    changingTexts(parse(readFileSync(join(APP, file), 'utf8'))).map((text) => `${file}: ${text}`),
  );
  expect(violations).toEqual([]);
});
