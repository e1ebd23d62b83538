/** The part of a building's address that leads to one of its apartments; undefined for one without a number. */
export function unitHash(apartmentNumber: string | null): string | undefined {
  return apartmentNumber?.trim() ? `unit-${apartmentNumber}` : undefined;
}
