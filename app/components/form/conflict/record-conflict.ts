import type { Versioned } from '~/contract/versioned';
import type { RecordShape, Side } from './record-shape';

/** One field that someone else has changed since the form was filled. */
export interface ConflictField {
  name: string;
  label: string;
  theirs: string;
  mine: string;
  /** The address of their image, where there is one. */
  theirImage: string | null;
  /** Changed here as well. */
  mineTouched: boolean;
  choosable: boolean;
}

/** The record as someone else has saved it in the meantime, and the fields in which it differs from the form. */
export interface RecordConflict<Stored, Values> {
  theirs: Versioned<Stored>;
  mine: Values;
  fields: ConflictField[];
}

type Compared<Stored, Values extends object> = Pick<
  RecordShape<Stored, Values, unknown>,
  'compared' | 'toValues'
>;

/** The fields that they have changed since `baseline`, without those in which both values are the same. */
export function findConflict<Stored, Values extends object>(
  { compared, toValues }: Compared<Stored, Values>,
  baseline: Values,
  mine: Values,
  theirs: Versioned<Stored>,
): RecordConflict<Stored, Values> {
  const stored = toValues(theirs);
  const fields = compared.flatMap((field): ConflictField[] => {
    const { name, label, textOf, shown = textOf, imageOf, replaced, silent } = field;
    const [before, here, there] = [baseline, mine, stored].map(textOf);
    if (silent || there === before || there === here) return [];
    const mineTouched = here !== before;
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

/** The values to save: theirs or mine where they differ, mine everywhere else. */
export function resolveConflict<Stored, Values extends object>(
  { compared, toValues }: Compared<Stored, Values>,
  { theirs, mine, fields }: RecordConflict<Stored, Values>,
  sideOf: (name: string) => Side,
): Values {
  const stored = toValues(theirs);
  const asked = new Set(fields.map(({ name }) => name));
  const merged = { ...mine };
  for (const { name, silent, merge } of compared) {
    const side = silent ? 'theirs' : asked.has(name) ? sideOf(name) : 'mine';
    Object.assign(merged, merge(side, mine, stored));
  }
  return merged;
}
