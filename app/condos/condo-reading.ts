import { condoFields } from './condo-fields';
import { readerOf } from '~/fields/field-reading';
import type { ReadRecord } from '~/fields/fields';

/** A building in the panel: every field may be missing in a response of an external API. */
export type Condo = ReadRecord<typeof condoFields>;

export const readCondo = readerOf(condoFields);
