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
