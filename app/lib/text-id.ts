/** FNV-1a. */
const OFFSET = 0x81_1c_9d_c5;
const PRIME = 0x01_00_01_93;

/** What a built catalogue knows an English text by: short, so that it is half as long. The build makes sure that no two are the same. */
export function textId(english: string): string {
  let hash = OFFSET;
  for (let index = 0; index < english.length; index += 1) {
    hash = Math.imul(hash ^ english.charCodeAt(index), PRIME);
  }
  // 24 bits in base 36.
  return (hash >>> 8).toString(36);
}
