declare module 'punycode.js' {
  /** Decodes a label without its "xn--". @throws RangeError */
  export function decode(label: string): string;
}
