/** After a failed submit, focuses the first invalid field, or the submit button, then calls `then`. */
export function focusFirstInvalid(form: HTMLElement | null, then?: () => void): void {
  requestAnimationFrame(() => {
    const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalid) invalid.focus();
    else returnToSubmit(form);
    then?.();
  });
}

/** After a form was saved and stays on the screen: moves the focus back to the submit button. */
export function focusSubmit(form: HTMLElement | null): void {
  requestAnimationFrame(() => returnToSubmit(form));
}

/** The button was disabled while the form was sent, which dropped the focus. */
function returnToSubmit(form: HTMLElement | null): void {
  if (document.activeElement !== document.body) return;
  form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
}

/** After a press on a button that disappears, the focus continues in the form. */
export function focusFirstField(form: HTMLElement | null | undefined): void {
  form?.querySelector<HTMLElement>('input, select, textarea')?.focus();
}
