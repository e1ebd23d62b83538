import {
  passkeyCreationOptionsSchema,
  passkeyRequestOptionsSchema,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
} from './passkeys';
import { UnreadableAnswerError } from './reading';
import type { z } from './zod';

/** Reads what navigator.credentials.create() is asked for. @throws UnreadableAnswerError */
export function readCreationOptions(answer: unknown): PasskeyCreationOptions {
  return readBy(passkeyCreationOptionsSchema, answer);
}

/** Reads what navigator.credentials.get() is asked for. @throws UnreadableAnswerError */
export function readRequestOptions(answer: unknown): PasskeyRequestOptions {
  return readBy(passkeyRequestOptionsSchema, answer);
}

/** To the letter: a browser gets nothing that it was not meant to sign. */
function readBy<T>(schema: z.ZodType<T>, answer: unknown): T {
  const read = schema.safeParse(answer);
  if (!read.success) throw new UnreadableAnswerError();
  return read.data;
}
