/** A text for comparing as people search: without case and accents ("Zürich" is found by "zurich"). */
export function searchKey(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
