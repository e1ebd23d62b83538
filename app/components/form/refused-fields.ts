import type { AnyFormApi } from '@tanstack/react-form';
import { AppError } from '~/lib/app-error';

/**
 * Shows a server's refusal at the fields it names, until the user edits them or submits again. `rename` maps names on
 * the wire to names in the form where they differ.
 */
export function showRefusedFields(
  form: AnyFormApi,
  error: unknown,
  rename: Readonly<Record<string, string>> = {},
): void {
  if (!(error instanceof AppError)) return;
  const fields: Record<string, { message: string }> = {};
  for (const { field, message } of error.fields) {
    const name = rename[field] ?? field;
    if (name in form.fieldInfo) fields[name] ??= { message };
  }
  if (Object.keys(fields).length > 0) form.setErrorMap({ onSubmit: { fields } });
}
