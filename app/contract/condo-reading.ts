import { condoFields } from './condo-fields';
import { readerOf } from './field-reading';
import type { ReadRecord } from './fields';

/** A building as the panel holds it: every field may be missing in an external API's answer. */
export type Condo = ReadRecord<typeof condoFields>;

export const readCondo = readerOf(condoFields);
