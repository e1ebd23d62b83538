/** The prefix of an image's address, before its name. */
export function toMediaUrl({ settings }: { settings: { publicUrl: string } }): string {
  return `${settings.publicUrl}/api/media/`;
}
