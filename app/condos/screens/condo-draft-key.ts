/** The building form's draft key; null for a new building. */
export function condoDraftKey(id: number | null): string {
  return `condo/${id ?? 'new'}`;
}
