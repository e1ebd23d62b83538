import { imageValue } from '~/components/form/image-value';
import { condoFormSchema, type CondoForm } from '~/contract/condo';
import { toCondoFormData, type ImageValue, type ImageValues } from '~/contract/condo-form-data';
import type { Condo } from '~/contract/condo-reading';
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

/** The form's draft key. */
export function condoDraftKey(id: number | null): string {
  return `condo/${id ?? 'new'}`;
}

const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}/;

/** The form values of a stored building, or the empty ones. */
export function toCondoFormValues(condo?: Condo): CondoFormValues {
  return {
    name: condo?.name ?? '',
    address: condo?.address ?? '',
    city: condo?.city ?? '',
    state: condo?.state ?? '',
    zip_code: condo?.zip_code ?? '',
    country: condo?.country ?? '',
    website: condo?.website ?? '',
    date_built: CALENDAR_DATE.exec(condo?.date_built ?? '')?.[0] ?? '',
    number_of_units: condo?.number_of_units ?? undefined,
    description: condo?.description ?? '',
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
