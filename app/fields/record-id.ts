import { mapNames } from './fields';

/** A record id of a path: a positive whole number, or null for anything else (shown as "not found"). */
export function parseRecordId(text: string): number | null {
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
}

/** Reads and writes the record id in the path of a route. */
export function recordParams<Name extends string>(name: Name) {
  return {
    parse: (raw: Readonly<Record<Name, string>>) =>
      mapNames([name], () => parseRecordId(raw[name])),
    stringify: (read: Readonly<Record<Name, number | null>>) =>
      mapNames([name], () => String(read[name] ?? '-')),
  };
}
