import type { Walk } from './walk';

/** What one run writes: unique names. */
export interface WriteContext {
  walk: Walk;
  /** Part of every text that is written. */
  mark: string;
  inviteEmail: string;
}
