/** Gets a text and the property or attribute that it is for, and returns what the page gets. */
type Written = (text: string, where: string) => string;

/** Attributes that are read by people. */
const READ =
  /^(?:text|textContent|nodeValue|data|alt|aria-(?:label|description|placeholder|roledescription|valuetext)|data-label|download|placeholder|title)$/;

/** Properties by which React and our own code write texts. */
const SETTERS: ReadonlyArray<[prototype: () => object, property: string]> = [
  [() => Node.prototype, 'textContent'],
  [() => Node.prototype, 'nodeValue'],
  [() => CharacterData.prototype, 'data'],
  [() => HTMLInputElement.prototype, 'value'],
  [() => HTMLInputElement.prototype, 'defaultValue'],
  [() => HTMLTextAreaElement.prototype, 'value'],
  [() => HTMLTextAreaElement.prototype, 'defaultValue'],
  [() => HTMLOptionElement.prototype, 'value'],
  [() => HTMLAnchorElement.prototype, 'download'],
  [() => Document.prototype, 'title'],
];

/** Each text that is written into the page goes through the function first. Returns what ends that. */
export function followTexts(written: Written): () => void {
  const undo = SETTERS.map(([prototype, property]) =>
    replace(prototype(), property, 'set', (set, self, [value]) => {
      Reflect.apply(set, self, [typeof value === 'string' ? written(value, property) : value]);
    }),
  );
  undo.push(
    replace(Document.prototype, 'createTextNode', 'value', (create, self, [text]): unknown =>
      Reflect.apply(create, self, [written(String(text), 'text')]),
    ),
    replace(Element.prototype, 'setAttribute', 'value', (set, self, [name, value]) => {
      Reflect.apply(set, self, [name, written(String(value), String(name))]);
    }),
  );
  return () => {
    for (const restore of undo) restore();
  };
}

type Replacement = (original: () => unknown, self: unknown, values: unknown[]) => unknown;

/** Replaces a method (value), a getter or a setter. Returns a function that restores the original. */
export function replace(
  target: object,
  property: string,
  part: 'get' | 'set' | 'value',
  by: Replacement,
): () => void {
  const before = Object.getOwnPropertyDescriptor(target, property);
  const original: unknown = before?.[part];
  if (!before || !isFunction(original)) throw new Error(`There is no ${property}`);
  Object.defineProperty(target, property, {
    ...before,
    [part](this: unknown, ...values: unknown[]): unknown {
      return by(original, this, values);
    },
  });
  return () => {
    Object.defineProperty(target, property, before);
  };
}

export function isFunction(value: unknown): value is () => unknown {
  return typeof value === 'function';
}

/** True for texts, and for attributes that are read out or shown. */
export function isRead(where: string): boolean {
  return READ.test(where);
}
