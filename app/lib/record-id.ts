import { mapNames } from '~/contract/fields';

/** A record id of a path: a positive whole number, or null for anything else (shown as "not found"). */
export function parseRecordId(text: string): number | null {
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
}

/** How a route reads the record id of its path, and writes it. */
export function recordParams<Name extends string>(name: Name) {
  return {
    parse: (raw: Readonly<Record<Name, string>>) =>
      mapNames([name], () => parseRecordId(raw[name])),
    stringify: (read: Readonly<Record<Name, number | null>>) =>
      mapNames([name], () => String(read[name] ?? '-')),
  };
}
