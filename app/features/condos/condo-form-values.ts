import { imageValue } from '~/components/form/image-value';
import { condoFormSchema, type CondoForm } from '~/contract/condo';
import { condoFields } from '~/contract/condo-fields';
import { toCondoFormData, type ImageValue, type ImageValues } from '~/contract/condo-form-data';
import type { Condo } from '~/contract/condo-reading';
import { formValuesOf } from '~/contract/field-values';
import { z } from '~/contract/zod';

/** The building form's values: the contract's fields and the three images, under their names on the wire. */
export type CondoFormValues = CondoForm & ImageValues;

/** Images are checked when they are chosen, so an invalid one never gets here. */
const imageSchema = z.custom<ImageValue>();

export const condoFormValuesSchema = condoFormSchema.extend({
  image: imageSchema,
  flag: imageSchema,
  country_flag: imageSchema,
});

/** The form values of a stored building, or the empty ones. */
export function toCondoFormValues(condo?: Condo): CondoFormValues {
  return {
    ...formValuesOf(condoFields, condo),
    image: imageValue(condo?.image_url),
    flag: imageValue(condo?.flag_url),
    country_flag: imageValue(condo?.country_flag_url),
  };
}

/** Form to the multipart body of POST and PUT; texts are trimmed. */
export function toCondoBody(values: CondoFormValues, condo?: Condo): FormData {
  const { image, flag, country_flag } = values;
  return toCondoFormData(condoFormSchema.parse(values), { image, flag, country_flag }, condo);
}
