import { HTTP_PRECONDITION_FAILED } from '~/rpc/errors/http-status';
import { recordTag, type Versioned } from '~/rpc/versioned';
import { AppError } from '~/rpc/errors/app-error';
import type { RecordShape, Side } from './record-shape';

/** The record version that a form was filled from. It is not always the latest version that was read. */
export interface FormBaseline<Stored, Values> {
  values: Values;
  /** The record as stored by the API, as far as known; undefined for a new record. */
  stored: Stored | undefined;
  /** Sent with a change, so that the API can reject one based on an older version (docs/decisions/0017). */
  version: string | null;
}

/** Baseline of a form that is filled from a record, or of a form for a new one. */
export function baselineOf<Stored, Values extends object>(
  shape: RecordShape<Stored, Values, unknown>,
  record: Versioned<Stored> | undefined,
): FormBaseline<Stored, Values> {
  return { values: shape.toValues(record), stored: record, version: record?.version ?? null };
}

/** The version of a record after saving, if the API sends one. */
export interface SavedVersion {
  version: string | null;
}

export interface RecordCalls<Stored, Body> {
  /** Sends the body with the version that it is based on. Rejects with the server's error. */
  save: (body: Body, version: string | null) => Promise<SavedVersion>;
  reload?: () => Promise<Versioned<Stored> | null>;
  /** First reading of the record, for a form that opened before it; null if the API sends no versions. */
  firstReading?: () => Promise<Versioned<Stored> | null>;
}

/**
 * Saves the form. If someone else has changed its fields since it was filled, returns the conflict instead.
 */
export async function saveOrConflict<Stored, Values extends object, Body>(
  shape: RecordShape<Stored, Values, Body>,
  values: Values,
  baseline: FormBaseline<Stored, Values>,
  calls: RecordCalls<Stored, Body>,
): Promise<RecordConflict<Stored, Values> | SavedVersion> {
  const saveOver = async (theirs: Versioned<Stored>, tag = recordTag(theirs.version)) => {
    const conflict = findConflict(shape, baseline.values, values, theirs);
    if (conflict.fields.length > 0) return conflict;
    const merged = resolveConflict(shape, conflict, () => 'mine');
    return calls.save(shape.toBody(merged, theirs), tag);
  };
  const first = baseline.version === null ? await calls.firstReading?.() : null;
  const version = first ? first.version : baseline.version;
  try {
    return first
      ? await saveOver(first)
      : await calls.save(shape.toBody(values, baseline.stored), recordTag(version));
  } catch (error) {
    if (!isConflict(error) || version === null || !calls.reload) throw error;
    const theirs = await calls.reload().catch(() => null);
    // Without their record there is nothing to choose from.
    if (!theirs || theirs.version === null) throw error;
    if (theirs.version !== version) return saveOver(theirs);
    // The record is unchanged: the API only rejected the strong form of its tag. Try the form that it sent.
    if (recordTag(version) === version) throw error;
    return saveOver(theirs, version);
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof AppError && error.status === HTTP_PRECONDITION_FAILED;
}

/** One field that someone else has changed since the form was filled. */
export interface ConflictField {
  name: string;
  label: string;
  theirs: string;
  mine: string;
  /** Address of their image; null without one. */
  theirImage: string | null;
  mineTouched: boolean;
  choosable: boolean;
}

/** The record as somebody else has saved it, and the fields that differ from the form. */
export interface RecordConflict<Stored, Values> {
  theirs: Versioned<Stored>;
  mine: Values;
  fields: ConflictField[];
}

/** Fields changed by others since `baseline`, unless both now have the same value. */
function findConflict<Stored, Values extends object>(
  { compared, toValues }: RecordShape<Stored, Values, unknown>,
  baseline: Values,
  mine: Values,
  theirs: Versioned<Stored>,
): RecordConflict<Stored, Values> {
  const stored = toValues(theirs);
  const fields = compared.flatMap((field): ConflictField[] => {
    const { name, label, textOf, shown = textOf, imageOf, replaced, silent } = field;
    const [before, mineText, theirText] = [baseline, mine, stored].map(textOf);
    if (silent || theirText === before || theirText === mineText) return [];
    const mineTouched = mineText !== before;
    return [
      {
        name,
        label,
        theirs: shown(stored, 'theirs'),
        mine: shown(mine, 'mine'),
        theirImage: imageOf?.(stored) ?? null,
        mineTouched,
        choosable: mineTouched || !replaced,
      },
    ];
  });
  return { theirs, mine, fields };
}

/** The values to save: theirs or mine for fields in conflict, mine for all others. */
export function resolveConflict<Stored, Values extends object>(
  { compared, toValues }: RecordShape<Stored, Values, unknown>,
  { theirs, mine, fields }: RecordConflict<Stored, Values>,
  sideOf: (name: string) => Side,
): Values {
  const stored = toValues(theirs);
  const conflicting = new Set(fields.map(({ name }) => name));
  const merged = { ...mine };
  for (const { name, silent, merge } of compared) {
    const side = silent ? 'theirs' : conflicting.has(name) ? sideOf(name) : 'mine';
    Object.assign(merged, merge(side, mine, stored));
  }
  return merged;
}
