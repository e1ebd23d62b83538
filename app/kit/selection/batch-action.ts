import type { ReactNode } from 'react';
import type { Undo } from '~/kit/feedback/toast';
import { mayI, type Asks } from '~/rpc/own-rights';
import { detailOr } from '~/rpc/errors/app-error';
import { t } from '~/language/texts';
import type { Choice } from './selection';

/** An action on several records, with one call for each. */
export interface BatchAction {
  /** Text of its button: "Delete selected". */
  button: string;
  /** Text of the dialog's button, and before the number of records: "Delete". */
  verb: string;
  /** Success text from a count: "3 buildings deleted". */
  done: (what: string) => string;
  /** Text for a skipped record: "Not deleted: cancelled". */
  skipped: string;
  /** Question with the count: "3 buildings", 3. */
  question: (what: string, count: number) => string;
  /** Renders a note below the names about further effects of the action. */
  renderNote?: (ids: readonly number[]) => ReactNode;
  destructive: boolean;
  call: (id: number) => Promise<unknown>;
  /** Text of one failure, the same as for a single record. */
  failure: (error: unknown) => string;
  /**
   * Called once after the last answer with the completed ids, to refetch lists. Not called if nothing
   * changed.
   */
  finished: (ids: readonly number[]) => void;
  /** Reverts the action for completed records; adds an Undo button to the toast. */
  undo?: Undo | undefined;
}

/** An action that the screen handles itself, such as a dialog with a form. */
export interface OwnAction {
  label: string;
  /** Right that the action needs, by default the right to write. */
  asks?: Asks | undefined;
  /** Key that clicks the button if no row has the focus (docs/behaviour/keys.md). */
  shortcut?: 'e';
  /** Offers the action only for this number of chosen records. */
  only?: number;
  /** Called with the chosen records. `drop` deselects completed ones. */
  onPress: (choices: readonly Choice[], drop: (ids: readonly number[]) => void) => void;
}

/** The actions that the signed-in person may do. */
export function allowedActions(actions: ReadonlyArray<BatchAction | OwnAction>) {
  return actions.filter((action) => mayI(('asks' in action && action.asks) || 'write'));
}

export function deletion(
  failure: string,
  calls: Pick<BatchAction, 'call' | 'finished' | 'undo' | 'renderNote'>,
): BatchAction {
  return {
    button: t`Delete selected`,
    verb: t`Delete`,
    done: (what) => t`${what} deleted`,
    skipped: t`Not deleted: cancelled`,
    destructive: true,
    question: (what) => t`Are you sure you want to delete ${what}? This action cannot be undone.`,
    failure: (error) => detailOr(error, failure),
    ...calls,
  };
}
