import { fieldsOf, readBoolean, readId, readNumber, readText, type Fields } from './reading';

/** A passkey in the panel. */
export interface ReadPasskey {
  id: number | null;
  name: string | null;
  createdAt: string | null;
  lastUsedAt: string | null;
  isUsable: boolean;
}

/** Reads GET /admin/account/factors. */
export function readFactors(answer: Fields) {
  return {
    appAddedAt: answer.totp == null ? null : readText(fieldsOf(answer.totp).added_at),
    hasApp: answer.totp != null,
    passkeys: Array.isArray(answer.passkeys) ? answer.passkeys.map(readPasskey) : [],
    codesLeft: readNumber(answer.recovery_codes_left) ?? 0,
    isRequired: readBoolean(answer.required) ?? false,
  };
}
export type ReadFactors = ReturnType<typeof readFactors>;

function readPasskey(value: unknown): ReadPasskey {
  const fields = fieldsOf(value);
  return {
    id: readId(fields.id),
    name: readText(fields.name),
    createdAt: readText(fields.created_at),
    lastUsedAt: readText(fields.last_used_at),
    isUsable: readBoolean(fields.is_usable) ?? true,
  };
}

/** Reads what an authenticator app is set up with. */
export function readTotpSetup(answer: unknown) {
  const { secret, uri } = fieldsOf(answer);
  return { secret: readText(secret) ?? '', uri: readText(uri) ?? '' };
}
export type ReadTotpSetup = ReturnType<typeof readTotpSetup>;

/** Reads new recovery codes; null where the earlier ones stay. */
export function readRecoveryCodes(answer: unknown): string[] | null {
  const { recovery_codes: codes } = fieldsOf(answer);
  if (!Array.isArray(codes)) return null;
  return codes.flatMap((code) => readText(code) ?? []);
}
