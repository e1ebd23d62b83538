import { createContext, type RefObject } from 'react';

/*
 * Forms on the screen. The shell asks for them at Logout and at the end of a session. Drafts:
 * form/use-draft.ts.
 */

/** A form on the screen, for code outside of it that may close it. */
export interface OpenForm {
  isDirty: () => boolean;
  /** True while the form is being sent. */
  isSaving?: () => boolean;
  /** Asks whether to leave the form, and proceeds if so. */
  ask: (proceed: () => void) => void;
  /** Stores the typed values until the user has signed in again. */
  keep: () => void;
}

/** A DialogWindow's reference to the form in it, which asks before the window closes. */
export const DialogFormContext = createContext<RefObject<OpenForm | null> | null>(null);

const forms = new Set<OpenForm>();

/** Registers a form; returns the function that removes it. */
export function addOpenForm(form: OpenForm): () => void {
  forms.add(form);
  return () => void forms.delete(form);
}

/** The first dirty form asks on behalf of all. */
export function firstDirtyForm(): OpenForm | undefined {
  return [...forms].find((form) => form.isDirty());
}

/** Proceeds immediately, or after a question if changes would be lost. */
export function leaveForms(proceed: () => void): void {
  const dirty = firstDirtyForm();
  if (dirty) dirty.ask(proceed);
  else proceed();
}

export function keepForms(): void {
  for (const form of forms) if (form.isDirty()) form.keep();
}

const DRAFTS = 'drafts:';
let draftsItem = DRAFTS;

/** The key in this tab's session storage for the drafts of the signed-in user. */
export function currentDraftsItem(): string {
  return draftsItem;
}

/** Assigns drafts to this user and removes those of anyone else. Without a user all are removed. */
export function claimDrafts(user: string): void {
  draftsItem = DRAFTS + user;
  try {
    for (const item of Object.keys(sessionStorage)) {
      if (item.startsWith(DRAFTS) && (!user || item !== draftsItem))
        sessionStorage.removeItem(item);
    }
  } catch {
    // Storage can be disabled. Then there are no drafts.
  }
}
