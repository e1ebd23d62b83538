import { createServerFn } from '@tanstack/react-start';
import { changeIdSchema, entryIdSchema, restoreRecordSchema } from '~/contract/history-restore';
import { STRONG_TAG } from '~/contract/versioned';
import { z } from '~/contract/zod';
import { streamToBrowser } from '../answer';
import { validated } from '../validated';
import { withUpstream } from '../with-upstream';
import {
  getEarlierValues,
  restoreRecord,
  restoreRemoved,
  writeEarlierValues,
} from './restore.server';

export const restoreRecordFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(restoreRecordSchema))
  .handler(({ context, data }) => restoreRecord(context.upstream, data));

const removedSchema = entryIdSchema.extend({ change: z.int().positive().nullable() });

export const restoreRemovedFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(removedSchema))
  .handler(({ context, data }) => restoreRemoved(context.upstream, data));

const valuesSchema = changeIdSchema.extend({ field: z.string().nullable() });

export const getEarlierValuesFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .validator(validated(valuesSchema))
  .handler(async ({ context, data }) =>
    streamToBrowser(await getEarlierValues(context.upstream, data)),
  );

export const writeEarlierValuesFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(valuesSchema.extend({ version: z.string().regex(STRONG_TAG).nullable() })))
  .handler(({ context, data }) => writeEarlierValues(context.upstream, data));
