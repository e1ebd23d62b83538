import { onTestFinished } from 'vitest';

const MARK = '†';
const SKIPPED = 'script, style, textarea, noscript, option, title, svg, font, [translate=no]';

function translate(text: Text): void {
  const parent = text.parentElement;
  if (!parent || text.data.trim() === '' || parent.closest(SKIPPED)) return;
  const outer = document.createElement('font');
  const inner = document.createElement('font');
  outer.append(inner);
  parent.replaceChild(outer, text);
  inner.append(document.createTextNode(text.data + MARK));
}

function translateBelow(node: Node): void {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    if (text instanceof Text) texts.push(text);
  }
  texts.forEach(translate);
}

/**
 * Translates the page as a browser does, until the test ends: each present and each later text is
 * replaced by another one, in elements of the browser's own.
 */
export function translatePage(): void {
  translateBelow(document.body);
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (node instanceof Text) translate(node);
        else if (node instanceof Element) translateBelow(node);
      }
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
}

/** The texts of an element as they were before the translation. */
export function untranslated({ textContent }: Element): string {
  return (textContent ?? '').replaceAll(MARK, '');
}
