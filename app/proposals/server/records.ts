import { and, eq, isNull, sql } from 'drizzle-orm';
import { columns as apartmentColumns } from '~/apartments/server/repo';
import { apartmentFields } from '~/apartments/fields';
import { columns as condoColumns } from '~/condos/server/repo';
import { toCondo } from '~/condos/server/routes';
import { findStoredRows } from '~/imports/server/stored-rows.repo';
import type { Db } from '~/platform/database/connect.server';
import { apartments, condos, users } from '~/platform/database/schema/records';
import { intArray } from '~/platform/database/sql';
import type { ProposalKind } from '~/proposals/schema';
import { editablePart, entityTag, namesTag, seenTag } from '~/rpc/embedded/entity-tag';
import { hidesPersonalData } from '~/rpc/embedded/hiding';
import { taggedPart } from '~/users/server/users';

type StoredRecord = NonNullable<ReturnType<Awaited<ReturnType<typeof findStoredRows>>['get']>>;

/** A stored record that a proposal may change. */
export interface Target {
  stored: StoredRecord;
  name: string;
  /** The values from which its ETag is computed. */
  part: object;
}

/** Targets by their id. A new record, whose id is null, has none. */
export type Targets = ReadonlyMap<number | null, Target>;

interface TargetsOf {
  kind: ProposalKind;
  ids: readonly number[];
  mediaUrl: string;
  /** True to lock the records until the transaction ends. */
  locked?: boolean;
}

/** Finds the records with these ids, by id, without administrators and people who were erased or merged. */
export async function findTargets(
  db: Db,
  { kind, ids, mediaUrl, locked = false }: TargetsOf,
): Promise<Targets> {
  if (ids.length === 0) return new Map();
  const rows = await findStoredRows(db, kind, ids, { locked });
  const parts = await PARTS[kind](db, ids, mediaUrl);
  return new Map(
    parts.flatMap(({ id, name, part }) => {
      const stored = rows.get(id);
      return stored ? [[id, { stored, name: name ?? stored.name, part }]] : [];
    }),
  );
}

interface Part {
  id: number;
  name?: string;
  part: object;
}

const PARTS: Readonly<
  Record<ProposalKind, (db: Db, ids: readonly number[], mediaUrl: string) => Promise<Part[]>>
> = {
  async condo(db, ids, mediaUrl) {
    const rows = await db
      .select(condoColumns)
      .from(condos)
      .where(sql`${condos.id} = any(${intArray(ids)})`);
    return rows.map((row) => ({ id: row.id, part: toCondo(row, mediaUrl) }));
  },
  async apartment(db, ids) {
    const rows = await db
      .select(apartmentColumns)
      .from(apartments)
      .where(sql`${apartments.id} = any(${intArray(ids)})`);
    return rows.map((row) => ({ id: row.id, part: editablePart(apartmentFields, row) }));
  },
  async user(db, ids) {
    const { id, first_name, last_name, phone } = users;
    const isOpen = and(
      sql`${id} = any(${intArray(ids)})`,
      eq(users.is_superuser, false),
      isNull(users.erased_at),
      isNull(users.merged_into),
    );
    const rows = await db.select({ id, first_name, last_name, phone }).from(users).where(isOpen);
    return rows.map((row) => ({
      id: row.id,
      // The e-mail address is left out, since not everyone may see it.
      name: [row.first_name, row.last_name].filter(Boolean).join(' ') || `#${row.id}`,
      part: taggedPart(row),
    }));
  },
};

export const versionOf = ({ part }: Target) => entityTag(part);

/**
 * The version to store for a row: the record's ETag, if the sent one matches the record as the caller sees
 * it, or as its export has it. A caller without access to personal data thus learns nothing by guessing.
 */
export function storedVersion(target: Target, sent: string): string {
  const { part, stored } = target;
  // The caller may have sent the tag without its quotes.
  const isSeen = namesTag(`${sent}, "${sent}"`, seenTag(part));
  const isHiding = hidesPersonalData();
  if (isSeen || (!isHiding && sent === stored.version)) return entityTag(part);
  return isHiding ? NEVER_CURRENT : sent;
}

const NEVER_CURRENT = 'changed';
