import { Store } from '~/lib/store';

/** The API answers nothing until a second factor is set up: the shell shows that alone (docs/behaviour/second-factor.md). */
export const setupWanted = new Store(false);
