/** A record id of a path: a positive whole number, or null for anything else (shown as "not found"). */
export function parseRecordId(text: string): number | null {
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
}

export function stringifyRecordId(id: number | null): string {
  return String(id ?? '-');
}
