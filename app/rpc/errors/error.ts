import { ERROR_CODES } from '~/rpc/errors/http-status';
import { FACTOR_KINDS } from '~/accounts/factor-kinds';
import type { Sentence } from '~/language/sentence';
import { CALLER_SENTENCES, SENTENCES } from '~/language/sentences';
import { z } from '~/fields/zod';

/**
 * Further codes: `invalid_fields`, whose fields have codes too, `http_error`, and the schema library's
 * codes for invalid values.
 */
const OTHER_CODES = [
  'invalid_fields',
  'http_error',
  'invalid_type',
  'too_big',
  'too_small',
  'invalid_format',
  'not_multiple_of',
  'unrecognized_keys',
  'invalid_union',
  'invalid_key',
  'invalid_element',
  'invalid_value',
] as const;

/** Code of a sentence of the API, and its values by name (docs/behaviour/wire-contract.md). */
export const sentenceShape = {
  code: z
    .enum([
      ...Object.keys(SENTENCES),
      ...Object.keys(CALLER_SENTENCES),
      ...ERROR_CODES,
      ...OTHER_CODES,
    ])
    .meta({ id: 'ErrorCode', description: 'Which sentence the text is' }),
  params: z
    .record(
      z.string(),
      z.union([
        z.string(),
        z.object({ code: z.string(), params: z.record(z.string(), z.string()) }),
      ]),
    )
    .meta({ id: 'ErrorParams', description: 'What is put into the sentence, by name' }),
};

export const fieldErrorSchema = z.object({
  field: z.string(),
  message: z.string(),
  ...sentenceShape,
});
/**
 * An invalid field of a request by its name on the wire, and the reason. An external API may send no code.
 */
export interface FieldError extends Partial<Sentence> {
  field: string;
  message: string;
}
/** An invalid field in an error of the embedded API, which always sends the code of the message. */
export type CodedError = z.infer<typeof fieldErrorSchema>;

/**
 * The body of every error response. Users see `detail`. A 422 also names the invalid fields
 * (docs/behaviour/embedded-api.md).
 */
export const apiErrorSchema = z
  .object({
    detail: z.string(),
    errors: z.array(fieldErrorSchema).optional(),
    ...sentenceShape,
    /** Sent with second_factor_required: the factors that the account has. */
    factors: z.array(z.enum(FACTOR_KINDS)).optional(),
  })
  .meta({ id: 'ApiError' });
