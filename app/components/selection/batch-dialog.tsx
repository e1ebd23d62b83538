import { useEffect, useRef, type RefObject } from 'react';
import { ModalMessage } from '~/components/feedback/confirm-dialog';
import { StillWaiting } from '~/components/feedback/still-waiting';
import type { Noun } from '~/components/list/list-count';
import { Button } from '~/components/ui/button';
import { isTransient } from '~/lib/app-error';
import type { Outcome } from '~/lib/run-each';
import { plural, t } from '~/lib/texts';
import type { BatchAction } from './batch-action';
import type { Choice } from './selection';
import { summaryOf, useBatch, type BatchState } from './use-batch';

/** So many names are listed before anything is done. */
const NAMES_SHOWN = 5;

interface BatchDialogProps {
  action: BatchAction;
  choices: readonly Choice[];
  /** How many of them the list does not show. */
  hidden: number;
  /** Their number: "3 buildings". */
  what: string;
  noun: Noun;
  /** Called after the last answer with the ids of those that were done. */
  onFinished: (done: readonly number[]) => void;
  onClose: () => void;
}

/** Asks, shows how far it is, and says what could not be done and why: one dialog (docs/behaviour.md, "Several at once"). */
export function BatchDialog(props: BatchDialogProps) {
  const { action, choices, what } = props;
  const { state, run, cancel, close } = useBatch(props);
  const safe = useRef<HTMLButtonElement>(null);
  const { phase } = state;
  // Each phase has buttons of its own; those of the first get the focus from the dialog.
  useEffect(() => {
    if (phase !== 'asking') safe.current?.focus();
  }, [phase]);
  const stop = phase === 'running' ? cancel : close;
  return (
    <ModalMessage
      open
      title={t`${action.verb} ${what}`}
      description={descriptionOf(state, props)}
      details={<Details {...props} state={state} />}
      onEscape={stop}
      firstFocus={() => safe.current}
    >
      <Buttons
        state={state}
        action={action}
        safe={safe}
        onStop={stop}
        onRun={() => run(state.phase === 'result' ? notDone(state.outcomes) : choices)}
      />
    </ModalMessage>
  );
}

function descriptionOf(
  state: BatchState,
  { action, choices, what, noun }: BatchDialogProps,
): string {
  switch (state.phase) {
    case 'asking':
      return action.question(what, choices.length);
    case 'running':
      return t`${state.answered} of ${state.total}`;
    case 'result':
      return `${summaryOf(state.outcomes, { action, noun })}.`;
  }
}

interface ButtonsProps {
  state: BatchState;
  action: BatchAction;
  /** The one that changes nothing. */
  safe: RefObject<HTMLButtonElement | null>;
  onStop: () => void;
  onRun: () => void;
}

function Buttons({ state, action, safe, onStop, onRun }: ButtonsProps) {
  if (state.phase === 'running') {
    return (
      <Button
        ref={safe}
        variant="secondary"
        aria-disabled={state.cancelling}
        onClick={() => !state.cancelling && onStop()}
      >
        {state.cancelling ? t`Please wait...` : t`Cancel`}
      </Button>
    );
  }
  const asking = state.phase === 'asking';
  const canRun = asking || state.outcomes.some(canSucceed);
  return (
    <>
      <Button ref={safe} variant="secondary" onClick={onStop}>
        {asking ? t`Cancel` : t`OK`}
      </Button>
      {canRun && (
        <Button variant={action.destructive ? 'destructive' : 'primary'} onClick={onRun}>
          {asking ? action.verb : t`Try Again`}
        </Button>
      )}
    </>
  );
}

function Details({ state, choices, hidden, action }: BatchDialogProps & { state: BatchState }) {
  switch (state.phase) {
    case 'asking':
      return <Names choices={choices} hidden={hidden} />;
    case 'running':
      return (
        <div className="mt-3 grid gap-2">
          <progress
            aria-label={action.verb}
            max={state.total}
            value={state.answered}
            className="h-2 w-full accent-accent"
          />
          <StillWaiting key={state.answered} />
        </div>
      );
    case 'result':
      return <Failures outcomes={state.outcomes} action={action} />;
  }
}

function Names({ choices, hidden }: Pick<BatchDialogProps, 'choices' | 'hidden'>) {
  const more = choices.length - NAMES_SHOWN;
  return (
    <div className="mt-2 grid gap-1 wrap-anywhere">
      <ul aria-label={t`Chosen`} className="font-medium">
        {choices.slice(0, NAMES_SHOWN).map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
        {more > 0 && <li className="font-normal text-muted">{t`and ${more} more`}</li>}
      </ul>
      {hidden > 0 && (
        <p className="text-muted">
          {plural(
            hidden,
            String(hidden),
            '# of them is not shown in the list.',
            '# of them are not shown in the list.',
          )}
        </p>
      )}
    </div>
  );
}

interface FailuresProps {
  outcomes: readonly Outcome<Choice>[];
  action: BatchAction;
}

/** Why records were not done: one sentence with all the names that it is about. */
function Failures({ outcomes, action }: FailuresProps) {
  const reasons = Map.groupBy(
    outcomes.filter(({ kind }) => kind !== 'done'),
    (outcome) => (outcome.kind === 'failed' ? action.failure(outcome.error) : action.left),
  );
  return (
    <ul
      aria-label={t`Not done`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
      tabIndex={0}
      className="mt-3 grid max-h-60 gap-2 overflow-y-auto rounded-md border border-line p-3 wrap-anywhere"
    >
      {[...reasons].map(([reason, group]) => (
        <li key={reason}>
          <span className="block font-medium">{group.map(({ item }) => item.name).join(', ')}</span>
          <span
            className={group.every(({ kind }) => kind === 'left') ? 'text-muted' : 'text-danger'}
          >
            {reason}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Whether another try can help: the call was not made, or got no answer that is final. */
function canSucceed(outcome: Outcome<Choice>): boolean {
  return outcome.kind === 'left' || (outcome.kind === 'failed' && isTransient(outcome.error));
}

function notDone(outcomes: readonly Outcome<Choice>[]): Choice[] {
  return outcomes.filter(({ kind }) => kind !== 'done').map(({ item }) => item);
}
