import { idNumber } from './field';
import { STRONG_TAG } from './versioned';
import { z } from './zod';

/** Which record a call is about; part of the path on the wire. */
export const recordIdSchema = z.object({ id: idNumber('Id must be a positive whole number') });

/** Which record a change is about, and the version that it is based on. */
export const recordVersionSchema = recordIdSchema.extend({
  version: z.string().regex(STRONG_TAG).nullable(),
});
