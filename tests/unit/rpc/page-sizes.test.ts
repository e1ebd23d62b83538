import { expect, it } from 'vitest';
import { z } from '~/fields/zod';
import { DECLARED_CALLS } from '~/rpc/calls';

const SIZED = [...DECLARED_CALLS].flatMap(([name, { call }]) => {
  const shape: Readonly<Record<string, unknown>> = call.query?.shape ?? {};
  const schema = shape['page_size'];
  return schema instanceof z.ZodType ? [{ name, schema }] : [];
});

it('is about calls whose pages have a size', () => expect(SIZED.length).toBeGreaterThan(0));

it.each(SIZED)('$name answers at most 1,000 rows at once', ({ schema }) => {
  expect(schema.safeParse('1001').success).toBe(false);
});
