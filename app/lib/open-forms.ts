/** A form on the screen, for those who would end it from outside: Logout, and the end of a session. */
export interface OpenForm {
  /** It holds something that was typed and not saved. */
  isDirty: () => boolean;
  /** Asks whether to leave it, and goes on where the answer is yes. */
  ask: (goOn: () => void) => void;
  /** Keeps what was typed until the user has signed in again. */
  keep: () => void;
}

const forms = new Set<OpenForm>();

/** Returns how to take the form off the list. */
export function addOpenForm(form: OpenForm): () => void {
  forms.add(form);
  return () => void forms.delete(form);
}

/** The form that asks for all of them: one question is enough. */
export function firstDirtyForm(): OpenForm | undefined {
  return [...forms].find((form) => form.isDirty());
}

/** Goes on at once, or after asking where something would be lost. */
export function leaveForms(goOn: () => void): void {
  const dirty = firstDirtyForm();
  if (dirty) dirty.ask(goOn);
  else goOn();
}

export function keepForms(): void {
  for (const form of forms) if (form.isDirty()) form.keep();
}
