import type { FieldError } from '~/contract/error';
import { ERROR_CODES } from '~/contract/error-codes';
import { fieldsOf, readText } from '~/contract/reading';
import { readCode } from '~/contract/sentence-reading';
import { parseJson } from '~/lib/parse-json';

/** Reads an error body as the embedded API (contract/error.ts) or FastAPI sends it. Anything else is ignored. */
export function readErrorResponse(text: string) {
  const body = fieldsOf(parseJson(text));
  const listed = Array.isArray(body.detail) ? body.detail.map(readLocated) : [];
  const errors = Array.isArray(body.errors) ? body.errors.map(readNamed) : [];
  const fields = [...errors, ...listed].filter((entry) => entry.message !== '');
  const detail = Array.isArray(body.detail)
    ? listed
        .map((entry) => entry.message)
        .filter(Boolean)
        .join('; ')
    : readText(body.detail);
  return {
    detail: textOrNull(detail),
    serverMessage: textOrNull(readText(body.message)),
    fields,
    sentence: readCode(body),
    // Another one, of an API of its own, cannot be acted on, and need not fit the header that carries it to the browser.
    code: ERROR_CODES.find((known) => known === body.code) ?? null,
    factors: Array.isArray(body.factors)
      ? body.factors.flatMap((kind) => readText(kind) ?? [])
      : [],
  };
}

/** A blank text says nothing. */
function textOrNull(text: string | null): string | null {
  return text?.trim() ? text : null;
}

function readNamed(entry: unknown): FieldError {
  const error = fieldsOf(entry);
  const { field, message } = error;
  return { field: readText(field) ?? '', message: readText(message) ?? '', ...readCode(error) };
}

function readLocated(entry: unknown): FieldError {
  const { loc, msg } = fieldsOf(entry);
  const path = Array.isArray(loc) ? loc : [];
  return {
    field: path
      .filter((part) => part !== 'body')
      .map(String)
      .join('.'),
    message: readText(msg) ?? readText(entry) ?? '',
  };
}
