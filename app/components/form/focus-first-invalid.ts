/**
 * Moves the focus to the form's first refused field, as soon as the refusals are on the screen; then calls `then`, so
 * that a dialog that opens gives the focus back to that field.
 */
export function focusFirstInvalid(form: HTMLElement | null, then?: () => void): void {
  requestAnimationFrame(() => {
    form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    then?.();
  });
}
