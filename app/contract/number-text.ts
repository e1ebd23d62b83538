/**
 * The number that a person typed: comma and point both separate decimals ("3,5" and "3.5"). NaN for any other text, a
 * thousands mark included (docs/behaviour.md, "Validation").
 */
export function readNumber(text: string): number {
  const plain = text.trim();
  if (!/^[+-]?(?:\d+[.,]?\d*|[.,]\d+)$/.test(plain) || thousandsOrDecimals(plain))
    return Number.NaN;
  return Number(plain.replace(',', '.'));
}

/**
 * The two readings of a text such as "2.500", where the mark may separate thousands or decimals; null for a text that
 * has one reading or none.
 */
export function thousandsOrDecimals(text: string): readonly [number, number] | null {
  const [, whole, decimals] = /^([+-]?[1-9]\d{0,2})[.,](\d{3})$/.exec(text) ?? [];
  if (whole === undefined || decimals === undefined) return null;
  return [Number(whole + decimals), Number(`${whole}.${decimals}`)];
}
