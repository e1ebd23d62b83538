/** FNV-1a. */
const OFFSET = 0x81_1c_9d_c5;
const PRIME = 0x01_00_01_93;

/** Id of an English text in a catalogue, which halves its size. The build fails if two texts share one. */
export function textId(english: string): string {
  let hash = OFFSET;
  for (let index = 0; index < english.length; index += 1) {
    hash = Math.imul(hash ^ english.charCodeAt(index), PRIME);
  }
  // 24 bits in base 36.
  return (hash >>> 8).toString(36);
}
