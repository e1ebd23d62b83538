/** See bundle-plugin.ts. */
declare module 'virtual:bulk-child' {
  const source: string;
  export default source;
}
