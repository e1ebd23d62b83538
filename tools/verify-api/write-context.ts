import type { Walk } from './walk';

/** What one walk writes: names nobody else has. */
export interface WriteContext {
  walk: Walk;
  /** Part of every text that is written. */
  mark: string;
  inviteEmail: string;
}
