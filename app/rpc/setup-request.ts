import { Store } from '~/kit/ui/store';

/** True while a second factor must be set up: the shell shows only that (docs/behaviour/second-factor.md). */
export const setupRequired = new Store(false);
