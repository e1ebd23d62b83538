import type { AnyFormApi } from '@tanstack/react-form';
import type { FormEvent } from 'react';
import type { FieldError } from '~/rpc/errors/error';
import { AppError } from '~/rpc/errors/app-error';
import { translate } from '~/language/texts';

/**
 * Shows server errors at their fields until the field changes or the form is submitted. Returns the errors
 * without a field.
 */
export function showServerErrors(
  form: AnyFormApi,
  error: unknown,
  rename: Readonly<Record<string, string>> = {},
): string[] {
  if (!(error instanceof AppError)) return [];
  const unplaced: string[] = [];
  const valueByName = new Map<string, unknown>();
  for (const invalid of error.fields) {
    const { field } = invalid;
    const name = (Object.hasOwn(rename, field) ? rename[field] : undefined) ?? field;
    const isOnForm = Object.hasOwn(form.fieldInfo, name);
    if (!isOnForm) unplaced.push(translate(invalid.message, invalid));
    if (!isOnForm || valueByName.has(name)) continue;
    valueByName.set(name, form.getFieldValue(name));
    setServerError(form, name, invalid);
  }
  // An error must not outlive the value it is about.
  const watch = form.store.subscribe(() => {
    for (const [name, value] of valueByName) {
      if (Object.is(form.getFieldValue(name), value)) continue;
      valueByName.delete(name);
      setServerError(form, name, undefined);
    }
    if (valueByName.size === 0) watch.unsubscribe();
  });
  return unplaced;
}

function setServerError(form: AnyFormApi, name: string, error: FieldError | undefined): void {
  form.setFieldMeta(name, (meta) => ({
    ...meta,
    errorMap: { ...meta.errorMap, onServer: error },
    // An error marked as the form's own would be cleared by the next blur.
    errorSourceMap: { ...meta.errorSourceMap, onServer: 'field' },
  }));
}

/**
 * The form's onSubmit. React also calls it for the submit of a dialog's form inside this one, which must be
 * ignored.
 */
export function submitHandler(form: AnyFormApi): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault();
    event.stopPropagation();
    submitForm(form);
  };
}

/**
 * Submits a form. With `instead`, calls that with the valid values. Earlier server errors are cleared, as
 * they would block the submit. A submit while sending is ignored: keys can submit a form whose buttons are
 * disabled, and handleSubmit stops only a form's first submit.
 */
export function submitForm(form: AnyFormApi, instead?: (values: never) => void): void {
  if (form.state.isSubmitting) return;
  for (const name of Object.keys(form.fieldInfo)) setServerError(form, name, undefined);
  void form.handleSubmit({ instead });
}

/** After a failed submit, focuses the first invalid field, or the submit button, then calls `then`. */
export function focusFirstInvalid(form: HTMLElement | null, then?: () => void): void {
  requestAnimationFrame(() => {
    const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalid) invalid.focus();
    else returnToSubmit(form);
    then?.();
  });
}

/** Moves the focus back to the submit button of a form that stays on the screen after saving. */
export function focusSubmit(form: HTMLElement | null): void {
  requestAnimationFrame(() => returnToSubmit(form));
}

/** Returns the focus, which was lost when the button was disabled. */
function returnToSubmit(form: HTMLElement | null): void {
  if (document.activeElement !== document.body) return;
  form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
}

/** Focuses the named field, otherwise the first one, and selects its text. */
export function focusField(form: HTMLElement | null | undefined, name?: string): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>('input, select, textarea') ?? [])];
  const named = fields.find((field) => field.getAttribute('name') === name);
  (named ?? fields[0])?.focus();
  if (named instanceof HTMLInputElement) named.select();
}

/** Makes the saved values the defaults. Later input stays as a change. */
export function adoptSaved(form: AnyFormApi, saved: object): void {
  const typed: Record<string, unknown> = {};
  for (const name of Object.keys(saved)) typed[name] = form.getFieldValue(name);
  form.reset(saved);
  setFormValues(form, typed);
}

/** Sets values as if they were typed. The default values for comparison stay the same. */
export function setFormValues(form: AnyFormApi, values: object): void {
  for (const [name, value] of Object.entries(values)) {
    if (form.getFieldValue(name) !== value) form.setFieldValue(name, value);
  }
}
