import { STRONG_TAG } from './versioned';
import { z } from './zod';

export const ID_MESSAGE = 'Id must be a positive whole number';

/** Which record a call is about; part of the path on the wire. The API knows how large its ids are. */
export const recordIdSchema = z.object({ id: z.int({ error: ID_MESSAGE }).positive(ID_MESSAGE) });

/** Which record a change is about, and the version that it is based on. */
export const recordVersionSchema = recordIdSchema.extend({
  version: z.string().regex(STRONG_TAG).nullable(),
});
