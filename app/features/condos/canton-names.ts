import { CANTONS } from '~/contract/cantons';

/** The other names of a canton: "Zürich" and "Zurich" for "ZH", and the other way round. Empty for any other text. */
export function otherCantonNames(text: string): readonly string[] {
  const wanted = text.trim().toLowerCase();
  const names: readonly string[] =
    CANTONS.find((canton) => canton.some((name) => name.toLowerCase() === wanted)) ?? [];
  return names.filter((name) => name.toLowerCase() !== wanted);
}
