import { recordIdSchema } from '~/contract/record-id';
import { z } from '~/contract/zod';

/** Which import to undo; `includeChanged`: with what was changed since. */
export const undoRequestSchema = recordIdSchema.extend({ includeChanged: z.boolean() });
export type UndoRequest = z.infer<typeof undoRequestSchema>;
