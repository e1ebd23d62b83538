import type { Undo } from '~/components/feedback/undo';
import { detailOr } from '~/lib/app-error';
import { t } from '~/lib/texts';
import type { Choice } from './selection';

/** Something that can be done to several records, one call for each. */
export interface BatchAction {
  /** On its button: "Delete selected". */
  button: string;
  /** On the dialog's button, and before the number of records: "Delete". */
  verb: string;
  /** What was done, of their number: "3 buildings deleted". */
  done: (what: string) => string;
  /** Of one that was left: "Not deleted: cancelled". */
  left: string;
  /** Asked with their number: "3 buildings", 3. */
  question: (what: string, count: number) => string;
  destructive: boolean;
  call: (id: number) => Promise<unknown>;
  /** Why one failed, as the screen says it of one alone. */
  failure: (error: unknown) => string;
  /** Called once after the last answer with the ids of those that were done, to read the lists again; not where nothing was done and nothing is gone. */
  finished: (ids: readonly number[]) => void;
  /** Takes it back for those that were done: the toast then has an Undo button. */
  undo?: Undo | undefined;
}

/** Something that the screen does itself, such as a dialog that asks for more than yes or no. */
export interface OwnAction {
  /** On its button. */
  label: string;
  onPress: (choices: readonly Choice[]) => void;
}

export function deletion(
  failure: string,
  calls: Pick<BatchAction, 'call' | 'finished' | 'undo'>,
): BatchAction {
  return {
    button: t`Delete selected`,
    verb: t`Delete`,
    done: (what) => t`${what} deleted`,
    left: t`Not deleted: cancelled`,
    destructive: true,
    question: (what) => t`Are you sure you want to delete ${what}? This action cannot be undone.`,
    failure: (error) => detailOr(error, failure),
    ...calls,
  };
}
