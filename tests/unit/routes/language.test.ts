import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

// The router renders a screen again only when its route changes. So a screen has to call useLanguage to
// follow a change of language.

// The root has no texts; its document asks for the language by itself.
const FILES = globSync('app/routes/**/*.tsx').filter((file) => !file.includes('__root'));

/** Text of the module that a file imports a name from; the file's own text where it declares the name. */
function sourceOf(file: string, name: string): string {
  const text = readFileSync(file, 'utf8');
  const imported = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`).exec(
    text,
  )?.[1];
  if (imported === undefined) return text;
  const path = imported.startsWith('~/')
    ? join('app', imported.slice(2))
    : join(dirname(file), imported);
  return readFileSync(existsSync(`${path}.tsx`) ? `${path}.tsx` : `${path}.ts`, 'utf8');
}

/** Body of a component that is declared in this text, up to the brace that ends it. */
const bodyOf = (text: string, name: string) =>
  new RegExp(`function ${name}\\([\\s\\S]*?\\n}\\n`).exec(text)?.[0] ?? '';

const asksForLanguage = (file: string, name: string) =>
  /\buseLanguage\(\)/.test(bodyOf(sourceOf(file, name), name));

const SCREENS = FILES.flatMap((file) => {
  const name = /^ {2}component: (?:\(\) => <)?(\w+)/m.exec(readFileSync(file, 'utf8'))?.[1];
  return name === undefined ? [] : [[file, name] as const];
});

test('every route is looked at', () => {
  expect(SCREENS.length).toBeGreaterThan(20);
});

test.each(SCREENS)('%s: %s is rendered again in another language', (file, name) => {
  expect(asksForLanguage(file, name)).toBe(true);
});
