declare module 'punycode.js' {
  /** The module's only export that Node knows, which reads the package as CommonJS. */
  const punycode: {
    /** Decodes a label without its "xn--". @throws RangeError */
    decode(label: string): string;
  };
  export default punycode;
}
