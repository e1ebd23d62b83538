/** scripts/languages-plugin.ts */
declare module 'virtual:languages' {
  const addresses: Readonly<Record<string, Readonly<Record<'page' | 'sentences', string>>>>;
  export default addresses;
}

declare module 'virtual:catalogues' {
  const catalogues: Readonly<
    Record<string, Readonly<Record<string, string | Readonly<Record<string, string>>>>>
  >;
  export default catalogues;
}
