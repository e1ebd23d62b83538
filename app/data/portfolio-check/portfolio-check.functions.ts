import { createServerFn } from '@tanstack/react-start';
import {
  findingParamSchema,
  findingQuerySchema,
  setAsideSchema,
} from '~/contract/portfolio-check-schemas';
import { recordIdSchema } from '~/contract/record-id';
import { streamToBrowser } from '../answer';
import { validated } from '../validated';
import { withUpstream } from '../with-upstream';
import { countFindings, listFindings, setAside, takeBack } from './portfolio-check.server';

const findingIdSchema = findingParamSchema.extend(recordIdSchema.shape);

export const countFindingsFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .handler(async ({ context }) => streamToBrowser(await countFindings(context.upstream)));

export const listFindingsFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .validator(validated(findingParamSchema.extend(findingQuerySchema.shape)))
  .handler(async ({ context, data: { kind, ...query } }) =>
    streamToBrowser(await listFindings(context.upstream, kind, query)),
  );

export const setAsideFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(findingIdSchema.extend(setAsideSchema.shape)))
  .handler(({ context, data }) => setAside(context.upstream, data));

export const takeBackFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(findingIdSchema))
  .handler(({ context, data }) => takeBack(context.upstream, data));
