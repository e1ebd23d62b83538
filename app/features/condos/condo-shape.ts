import {
  comparedFields,
  type ComparedField,
  type RecordShape,
} from '~/components/form/conflict/record-shape';
import { removeImage } from '~/components/form/image-value';
import { condoFields } from '~/contract/condo-fields';
import type { ImageValue } from '~/contract/condo-form-data';
import type { Condo } from '~/contract/condo-reading';
import { recordOf } from '~/contract/field-values';
import { mapNames } from '~/contract/fields';
import { CONDO_IMAGE_NAMES, CONDO_IMAGES, type CondoImageName } from '~/contract/image';
import { msg, t } from '~/lib/texts';
import { toCondoBody, toCondoFormValues, type CondoFormValues } from './condo-form-values';

/** The building form and its records. */
export const condoShape: RecordShape<Condo, CondoFormValues, FormData> = {
  noun: msg`building`,
  toValues: toCondoFormValues,
  toStored: (values) => recordOf(condoFields, values),
  toBody: toCondoBody,
  compared: [...comparedFields(condoFields), ...CONDO_IMAGE_NAMES.map(comparedImage)],
};

function comparedImage(name: CondoImageName): ComparedField<CondoFormValues> {
  return {
    name,
    label: condoFields[CONDO_IMAGES[name].urlField].label,
    textOf: ({ [name]: { existingUrl, file, removed } }) =>
      file ? `file ${file.name}` : removed ? '' : (existingUrl ?? ''),
    shown: ({ [name]: { existingUrl, file } }, side) =>
      side === 'theirs' && existingUrl !== null ? t`Another image` : (file?.name ?? t`Removed`),
    imageOf: (values) => values[name].existingUrl,
    // The earlier file no longer exists.
    replaced: true,
    merge: (side, mine, theirs) =>
      mapNames([name], () =>
        side === 'theirs' ? theirs[name] : applyImageChange(theirs[name], mine[name]),
      ),
  };
}

/** Applies the change of an image made here to theirs. */
function applyImageChange(theirs: ImageValue, mine: ImageValue): ImageValue {
  if (mine.file) return { ...theirs, file: mine.file };
  return mine.removed ? removeImage(theirs) : theirs;
}
