/**
 * Lint rule `texts/in-language`: texts on screens go through `t`, `rich`, `msg` or `plural`
 * (app/language/texts.ts), so that each language has them. The rule finds words between elements and in
 * attributes that are read aloud or shown.
 */

const READ_ATTRIBUTES = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label', 'caption']);
const WORD = /\p{L}{2}/u;
/** The product's name is the same everywhere. */
const NAMES = new Set(['Condo Admin', 'https://']);
const MESSAGE = 'Write it as t`...` (app/language/texts.ts), so that it is in every language.';

function isWord(text) {
  return typeof text === 'string' && WORD.test(text) && !NAMES.has(text.trim());
}

const inLanguage = {
  meta: { type: 'problem' },
  create: (context) => ({
    JSXText(node) {
      if (isWord(node.value)) context.report({ node, message: MESSAGE });
    },
    JSXAttribute(node) {
      const { name, value } = node;
      if (name.type !== 'JSXIdentifier' || !READ_ATTRIBUTES.has(name.name)) return;
      if (value?.type === 'Literal' && isWord(value.value)) {
        context.report({ node: value, message: MESSAGE });
      }
    },
  }),
};

export default { meta: { name: 'texts' }, rules: { 'in-language': inLanguage } };
