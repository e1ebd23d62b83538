/**
 * After a form was refused: moves the focus to the first refused field, as soon as the refusals are on the screen, else
 * back to the submit button. Then calls `then`, so that a dialog that opens gives the focus back to that element.
 */
export function focusFirstInvalid(form: HTMLElement | null, then?: () => void): void {
  requestAnimationFrame(() => {
    const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalid) invalid.focus();
    else returnToSubmit(form);
    then?.();
  });
}

/** After a form was saved and stays on the screen: gives the focus back to the submit button. */
export function focusSubmit(form: HTMLElement | null): void {
  requestAnimationFrame(() => returnToSubmit(form));
}

/** Being disabled while the form was sent took the focus away from the button, and left it nowhere. */
function returnToSubmit(form: HTMLElement | null): void {
  if (document.activeElement !== document.body) return;
  form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
}

/** After a press on something that goes away, the form is where to go on. */
export function focusFirstField(form: HTMLElement | null | undefined): void {
  form?.querySelector<HTMLElement>('input, select, textarea')?.focus();
}
