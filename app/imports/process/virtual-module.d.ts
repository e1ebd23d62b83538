/** See scripts/bulk-child-plugin.ts. */
declare module 'virtual:bulk-child' {
  const source: string;
  export default source;
}
