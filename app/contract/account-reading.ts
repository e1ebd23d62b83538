import { readBoolean, readId, readList, readNumber, readText, type Fields } from './reading';

/** A session in the panel. */
export interface ReadSession {
  id: number | null;
  isCurrent: boolean;
  userAgent: string | null;
  address: string | null;
  createdAt: string | null;
  lastUsedAt: string | null;
}

/** Reads GET /admin/account: the names, and the e-mail that stays. */
export function readAccount(answer: Fields) {
  return {
    id: readId(answer.id),
    email: readText(answer.email),
    first_name: readText(answer.first_name),
    last_name: readText(answer.last_name),
  };
}
export type ReadAccount = ReturnType<typeof readAccount>;

/** Reads GET /admin/account/sessions. */
export function readSessions(answer: unknown): ReadSession[] {
  return readList(answer, (fields) => ({
    id: readId(fields.id),
    isCurrent: readBoolean(fields.is_current) ?? false,
    userAgent: readText(fields.user_agent),
    address: readText(fields.address),
    createdAt: readText(fields.created_at),
    lastUsedAt: readText(fields.last_used_at),
  }));
}

/** Failed sign-ins from one address within an hour, in the panel. */
export interface ReadFailedSignIns {
  hour: string | null;
  address: string | null;
  attempts: number | null;
}

/** Reads GET /admin/account/failed-sign-ins. */
export function readFailedSignIns(answer: unknown): ReadFailedSignIns[] {
  return readList(answer, (fields) => ({
    hour: readText(fields.hour),
    address: readText(fields.address),
    attempts: readNumber(fields.attempts),
  }));
}
