import type { z } from '~/fields/zod';

/** The validation errors of an input as "field: message". */
export function issueMessages(schema: z.ZodType, input: unknown): string[] {
  const result = schema.safeParse(input);
  if (result.success) return [];
  return result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}
