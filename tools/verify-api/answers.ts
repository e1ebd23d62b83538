import { apartmentFields } from '~/contract/apartment-fields';
import { condoFields } from '~/contract/condo-fields';
import { answerSchemaOf, PARKING_LIMIT_CHARS } from '~/contract/field-schemas';
import { fieldOf, type Field, type Fields } from '~/contract/fields';
import { URL_LIMIT_CHARS } from '~/contract/limits';
import { condoAssociationSchema, paginationSchema } from '~/contract/user';
import { userFields } from '~/contract/user-fields';
import { z } from '~/contract/zod';

/** The contract's response with the limits of the form: a value beyond them could not be saved again. */
function answerOf(fields: Fields): z.ZodObject {
  const limits = Object.keys(fields).flatMap((name) => {
    const field = fieldOf(fields, name);
    const limit = limitOf(field);
    return limit ? [[name, field.required ? limit : limit.nullable()]] : [];
  });
  return answerSchemaOf(fields).extend(Object.fromEntries(limits));
}

function limitOf(field: Field): z.ZodType | null {
  if (field.readOnly) return null;
  if (field.kind === 'text') return z.string().max(field.max);
  if (field.kind === 'url') return z.string().max(URL_LIMIT_CHARS);
  if (field.kind === 'parking') return z.string().max(PARKING_LIMIT_CHARS);
  return field.kind === 'number' ? z.number().multipleOf(field.step) : null;
}

export const condoAnswer = answerOf(condoFields);
export const apartmentAnswer = answerOf(apartmentFields);
export const userAnswer = answerOf(userFields).extend({
  condo_associations: z.array(condoAssociationSchema),
});
/** One page of users. */
export const userPage = z.object({ data: z.array(userAnswer), pagination: paginationSchema });
