import { mapNames } from '~/fields/fields';
import { readNumber } from '~/fields/reading';
import { z } from '~/fields/zod';

/** Fields with an id. The panel needs ids, but of an invitation's building and apartment only the names. */
const IS_ID = /(?<!\.(condo|apartment))[._]id$/;
/** Fields for which the panel has a default, in addition to numbers, booleans and instants. */
const HAS_DEFAULT = /\.(status|condo_associations|userRegistrationsByMonth)$/;

/** Compares an answer with its schema. Each problem is reported once, even if many records have it. */
export function compare(schema: z.ZodType, answer: unknown): string[] {
  const { issues } = z.safeParse(asRead(schema), answer).error ?? { issues: [] };
  const problems = issues.map(({ path, message }) => {
    const steps = path.map((step) => (typeof step === 'number' ? '*' : String(step)));
    return `${steps.join('.') || 'body'}: ${message}`;
  });
  return [...new Set(problems)];
}

/**
 * The schema as the panel's readers accept it: numbers may be texts, and fields with a default may be
 * missing.
 */
function asRead(schema: z.core.$ZodType, path = ''): z.core.$ZodType {
  if (schema instanceof z.ZodNullable) return z.nullish(asRead(schema.unwrap(), path));
  if (schema instanceof z.ZodObject) {
    const shape: z.core.$ZodShape = schema.shape;
    const readField = (name: string) => asRead(shape[name] ?? z.any(), `${path}.${name}`);
    return z.object(mapNames(Object.keys(shape), readField));
  }
  if (IS_ID.test(path)) return schema;
  if (schema instanceof z.ZodNumber) {
    return z.nullish(z.preprocess((value) => readNumber(value) ?? value, schema));
  }
  const hasDefault =
    HAS_DEFAULT.test(path) || schema instanceof z.ZodBoolean || schema instanceof z.ZodISODateTime;
  const read = schema instanceof z.ZodArray ? z.array(asRead(schema.element, path)) : schema;
  return hasDefault ? z.nullish(read) : read;
}
