/** Special characters of a regular expression, except the braces of a value. */
const SPECIAL = /[.*+?^$()|[\]\\]/g;
const VALUE = /\{\w+\}/g;

/**
 * Matches the texts that a template such as "{field} is required" or "{0} is required" produces. The groups
 * are the values in their order.
 */
export function patternOf(template: string): RegExp {
  const escaped = template.replace(SPECIAL, String.raw`\$&`);
  return new RegExp(`^${escaped.replace(VALUE, '(.+?)')}$`, 's');
}

/** The names in braces of a template or a path, in their order. */
export function namesIn(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** The names in braces of a template, as a type. */
export type NameIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never;

/** Fills a template with a value for each name in braces. */
export function fillNames(template: string, valueOf: (name: string) => string): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(name));
}
