import { idNumber } from './field';
import { z } from './zod';

/** Which record a call is about; part of the path on the wire. */
export const recordIdSchema = z.object({ id: idNumber('Id must be a positive whole number') });
