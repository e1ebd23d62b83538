import { Store } from '~/lib/store';

/**
 * Where every administrator needs a second factor, the API answers nothing to one without: the shell then shows how to set
 * one up, in place of every screen (docs/behaviour.md, "Accounts").
 */
export const setupWanted = new Store(false);
