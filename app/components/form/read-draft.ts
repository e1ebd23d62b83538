import { fieldsOf } from '~/contract/reading';
import { z } from '~/contract/zod';
import { storedDraft, type Draft, type DraftChange } from '~/lib/drafts';

/**
 * The draft of a form, or null. Every field has to be in the schema and of a type that can be typed into it: an invalid
 * text is normal in a half-filled form, a number in its place is not. A draft that fails is ignored as a whole.
 */
export function readDraft(key: string, schema: z.ZodObject): Draft | null {
  const { changes, pictureLost } = storedDraft(key);
  if (!Array.isArray(changes)) return null;
  const read: DraftChange[] = [];
  for (const entry of changes) {
    const { name, value, before } = fieldsOf(entry);
    if (typeof name !== 'string' || !isTypable(schema, name, value)) return null;
    read.push({ name, value, before });
  }
  return read.length > 0 || pictureLost === true
    ? { changes: read, pictureLost: pictureLost === true }
    : null;
}

const WRONG_TYPE: ReadonlySet<string> = new Set(['invalid_type', 'invalid_union', 'invalid_value']);

function isTypable(schema: z.ZodObject, name: string, value: unknown): boolean {
  const fields: Readonly<Record<string, z.ZodType>> = schema.shape;
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) return false;
  const result = z.safeParse(field, value);
  return result.success || !result.error.issues.some(({ code }) => WRONG_TYPE.has(code));
}
