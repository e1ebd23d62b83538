import { removeImage } from '~/components/form/image-value';
import { condoFields } from '~/contract/condo-fields';
import type { ImageValue } from '~/contract/condo-form-data';
import { writableNames } from '~/contract/fields';
import { CONDO_IMAGE_NAMES, CONDO_IMAGES, type CondoImageName } from '~/contract/image';
import type { StoredCondo } from '~/data/condos/condos.queries';
import { toCondoFormValues, type CondoFormValues } from './condo-form-values';

/** The label of a field of the form. */
export function condoLabel(name: keyof CondoFormValues): string {
  return isImageName(name)
    ? condoFields[CONDO_IMAGES[name].urlField].label
    : condoFields[name].label;
}

function isImageName(name: keyof CondoFormValues): name is CondoImageName {
  return Object.hasOwn(CONDO_IMAGES, name);
}

export type Side = 'theirs' | 'mine';

/** One field that someone else has changed since the form was filled. */
export interface ConflictField {
  name: keyof CondoFormValues;
  theirs: string;
  mine: string;
  /** The address of their image, where there is one. */
  theirImage: string | null;
  /** Changed here as well. An untouched image offers no choice: the earlier file no longer exists. */
  mineTouched: boolean;
  choosable: boolean;
}

/** What someone else has saved in the meantime, and the fields in which it differs from the form. */
export interface CondoConflict {
  theirs: StoredCondo;
  fields: ConflictField[];
}

/** The fields that they have changed since `base`, without those in which both values are the same. */
export function findConflict(
  baseline: CondoFormValues,
  mine: CondoFormValues,
  theirs: StoredCondo,
): CondoConflict {
  const stored = toCondoFormValues(theirs);
  const fields: ConflictField[] = [];
  for (const name of writableNames(condoFields)) {
    const [before, here, there] = [baseline, mine, stored].map((values) => textOf(values[name]));
    if (there === before || there === here) continue;
    fields.push({
      name,
      theirs: there ?? '',
      mine: here ?? '',
      theirImage: null,
      mineTouched: here !== before,
      choosable: true,
    });
  }
  for (const name of CONDO_IMAGE_NAMES) {
    const field = imageConflict(name, baseline[name], mine[name], stored[name]);
    if (field) fields.push(field);
  }
  return { theirs, fields };
}

/** The values to save: theirs or mine where they differ, mine everywhere else. */
export function resolveConflict(
  mine: CondoFormValues,
  { theirs, fields }: CondoConflict,
  sideOf: (name: keyof CondoFormValues) => Side,
): CondoFormValues {
  const stored = toCondoFormValues(theirs);
  const merged = { ...mine };
  for (const name of CONDO_IMAGE_NAMES) merged[name] = applyImageChange(stored[name], mine[name]);
  const taken = fields.filter(({ name }) => sideOf(name) === 'theirs');
  return Object.assign(merged, Object.fromEntries(taken.map(({ name }) => [name, stored[name]])));
}

/** Applies the change of an image made here to theirs. */
function applyImageChange(theirs: ImageValue, mine: ImageValue): ImageValue {
  if (mine.file) return { ...theirs, file: mine.file };
  return mine.removed ? removeImage(theirs) : theirs;
}

function imageConflict(
  name: CondoImageName,
  baseline: ImageValue,
  mine: ImageValue,
  theirs: ImageValue,
): ConflictField | null {
  if (theirs.existingUrl === baseline.existingUrl) return null;
  if (mine.removed && theirs.existingUrl === null) return null;
  const mineTouched = mine.file !== null || mine.removed;
  return {
    name,
    theirs: theirs.existingUrl === null ? 'Removed' : 'Another image',
    theirImage: theirs.existingUrl,
    mine: mine.file ? mine.file.name : 'Removed',
    mineTouched,
    choosable: mineTouched,
  };
}

function textOf(value: string | number | undefined): string {
  return String(value ?? '').trim();
}
