/*
 * What the frame knows of the forms on the screen: just enough for Logout and the end of a session. It is on every
 * page, so it is small; what forms alone need is in drafts.ts.
 */

/** A form on the screen, for those who would end it from outside. */
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

/** Each form that holds something keeps it. */
export function keepForms(): void {
  for (const form of forms) if (form.isDirty()) form.keep();
}

const DRAFTS = 'drafts:';
let draftsItem = DRAFTS;

/** The item of this tab's session storage that holds the drafts of the user who is signed in. */
export function currentDraftsItem(): string {
  return draftsItem;
}

/** Drafts are this user's from now on; those of anyone else are removed. No user: all are. */
export function claimDrafts(user: string): void {
  draftsItem = DRAFTS + user;
  try {
    for (const item of Object.keys(sessionStorage)) {
      if (item.startsWith(DRAFTS) && (!user || item !== draftsItem))
        sessionStorage.removeItem(item);
    }
  } catch {
    // Storage can be switched off: then there are no drafts.
  }
}
