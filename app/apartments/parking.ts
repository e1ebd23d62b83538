/** Parking spots on the wire: comma-joined text, or the literal "None". */
export const NO_PARKING = 'None';

/** The spots of a wire text; none for a missing text, an empty one or "None". */
export function parseParkingSpots(text: string | null | undefined): string[] {
  if (!text || text.trim().toLowerCase() === NO_PARKING.toLowerCase()) return [];
  return addParkingSpots([], text);
}

export function formatParkingSpots(spots: readonly string[]): string {
  return spots.length === 0 ? NO_PARKING : spots.join(',');
}

/** Adds what was typed, trimmed, each spot once; a comma separates spots, as on the wire. */
export function addParkingSpots(spots: readonly string[], typed: string): string[] {
  const result = [...spots];
  for (const part of typed.split(',')) {
    const spot = part.trim();
    if (spot !== '' && !result.includes(spot)) result.push(spot);
  }
  return result;
}
