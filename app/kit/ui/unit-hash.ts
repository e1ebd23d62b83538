/** Fragment of a building's address that opens an apartment; undefined without an apartment number. */
export function unitHash(apartmentNumber: string | null): string | undefined {
  return apartmentNumber?.trim() ? `unit-${apartmentNumber}` : undefined;
}
