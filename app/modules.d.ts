/** scripts/languages-plugin.ts */
declare module 'virtual:languages' {
  const addresses: Readonly<Record<string, Readonly<Record<'page' | 'sentences', string>>>>;
  export default addresses;
}

declare module 'virtual:catalogues' {
  import type { Texts } from '~/language/texts';

  const catalogues: Readonly<Record<string, Texts>>;
  export default catalogues;
}

/** See scripts/bulk-child-plugin.ts. */
declare module 'virtual:bulk-child' {
  const source: string;
  export default source;
}

declare module 'punycode.js' {
  /** The module's only export that Node recognizes, as it reads the package as CommonJS. */
  const punycode: {
    /** Decodes a label without its "xn--". @throws RangeError */
    decode(label: string): string;
  };
  export default punycode;
}
