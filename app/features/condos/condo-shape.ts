import {
  comparedFields,
  type ComparedField,
  type RecordShape,
} from '~/components/form/conflict/record-shape';
import { imageValue, removeImage } from '~/components/form/image-value';
import { condoFormSchema, type CondoForm } from '~/contract/condo';
import { condoFields } from '~/contract/condo-fields';
import { toCondoFormData, type ImageValue, type ImageValues } from '~/contract/condo-form-data';
import type { Condo } from '~/contract/condo-reading';
import { formValuesOf, recordOf } from '~/contract/field-values';
import { mapNames } from '~/contract/fields';
import { CONDO_IMAGE_NAMES, CONDO_IMAGES, type CondoImageName } from '~/contract/image';
import { z } from '~/contract/zod';
import { msg, t } from '~/lib/texts';

/** The building form's values: the contract's fields and the three images, under their names on the wire. */
type CondoFormValues = CondoForm & ImageValues;

/** Images are checked when they are chosen, so an invalid one never gets here. */
const imageSchema = z.custom<ImageValue>();

export const condoFormValuesSchema = condoFormSchema.extend({
  image: imageSchema,
  flag: imageSchema,
  country_flag: imageSchema,
});

export const condoShape: RecordShape<Condo, CondoFormValues, FormData> = {
  noun: msg`building`,
  toValues: (condo) => ({
    ...formValuesOf(condoFields, condo),
    image: imageValue(condo?.image_url),
    flag: imageValue(condo?.flag_url),
    country_flag: imageValue(condo?.country_flag_url),
  }),
  toStored: (values) => recordOf(condoFields, values),
  /** The multipart body of POST and PUT; texts are trimmed. */
  toBody: (values, condo) => toCondoFormData(condoFormSchema.parse(values), values, condo),
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
