import { useEffect, useRef, type PropsWithChildren, type ReactNode } from 'react';
import { ModalMessage } from '~/kit/feedback/confirm-dialog';
import { StillWaiting } from '~/kit/feedback/query-state';
import { Button } from '~/kit/ui/button';
import { counted } from '~/kit/ui/list-count';
import { isTransient } from '~/rpc/errors/app-error';
import type { Outcome } from '~/fields/run-each';
import { plural, t } from '~/language/texts';
import type { BatchAction } from './batch-action';
import type { Choice } from './selection';
import { summaryOf, useBatch, type Batch, type BatchState } from './use-batch';

const NAMES_SHOWN = 5;

export interface BatchDialogProps extends Batch {
  choices: readonly Choice[];
  /** Number of chosen records that the list does not show. */
  hidden: number;
}

/** Confirms, shows progress, and lists failures with reasons (docs/behaviour/lists.md). */
export function BatchDialog(props: BatchDialogProps) {
  const { action, choices, noun } = props;
  const { state, run, cancel, close } = useBatch(props);
  const safe = useRef<HTMLButtonElement>(null);
  const { phase } = state;
  // Each phase has its own buttons. In the first phase the dialog places the focus.
  useEffect(() => {
    if (phase !== 'asking') safe.current?.focus();
  }, [phase]);
  const stop = phase === 'running' ? cancel : close;
  const isCancelling = phase === 'running' && state.cancelling;
  const { description, details, safeLabel, runLabel } = contentOf(state, props);
  return (
    <ModalMessage
      open
      title={t`${action.verb} ${counted(choices.length, noun)}`}
      description={description}
      details={details}
      onEscape={stop}
      firstFocus={() => safe.current}
    >
      <Button
        key={phase}
        ref={safe}
        variant="secondary"
        aria-disabled={isCancelling}
        onClick={stop}
      >
        {safeLabel}
      </Button>
      {runLabel !== undefined && (
        <Button
          variant={action.destructive ? 'destructive' : 'primary'}
          onClick={() => run(phase === 'result' ? notDone(state.outcomes) : choices)}
        >
          {runLabel}
        </Button>
      )}
    </ModalMessage>
  );
}

interface Content {
  description: string;
  details: ReactNode;
  /** Label of the button that changes nothing. */
  safeLabel: string;
  /** Label of the button that starts the run; undefined without one. */
  runLabel?: string | undefined;
}

function contentOf(state: BatchState, props: BatchDialogProps): Content {
  const { action, choices, hidden, noun } = props;
  switch (state.phase) {
    case 'asking':
      return {
        description: action.question(counted(choices.length, noun), choices.length),
        details: (
          <Names choices={choices} hidden={hidden}>
            {action.renderNote?.(choices.map(({ id }) => id))}
          </Names>
        ),
        safeLabel: t`Cancel`,
        runLabel: action.verb,
      };
    case 'running':
      return {
        description: t`${state.answered} of ${state.total}`,
        details: <Progress {...state} label={action.verb} />,
        safeLabel: state.cancelling ? t`Please wait...` : t`Cancel`,
      };
    case 'result':
      return {
        description: `${summaryOf(state.outcomes, { action, noun })}.`,
        details: <Failures outcomes={state.outcomes} action={action} />,
        safeLabel: t`OK`,
        runLabel: state.outcomes.some(canSucceed) ? t`Try Again` : undefined,
      };
  }
}

function Progress(props: { answered: number; total: number; label: string }) {
  const { answered, total, label } = props;
  return (
    <div className="mt-3 grid gap-2">
      <progress
        aria-label={label}
        max={total}
        value={answered}
        className="h-2 w-full accent-accent"
      />
      <StillWaiting key={answered} />
    </div>
  );
}

function Names(props: PropsWithChildren<Pick<BatchDialogProps, 'choices' | 'hidden'>>) {
  const { choices, hidden, children } = props;
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
      {children}
    </div>
  );
}

/** Reasons for failures: one sentence each, with the names of all its records. */
function Failures(props: { outcomes: readonly Outcome<Choice>[]; action: BatchAction }) {
  const { outcomes, action } = props;
  const reasons = Map.groupBy(
    outcomes.filter(({ kind }) => kind !== 'done'),
    (outcome) => (outcome.kind === 'failed' ? action.failure(outcome.error) : action.skipped),
  );
  return (
    <ul
      aria-label={t`Not done`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
      tabIndex={0}
      className="mt-3 grid max-h-60 gap-2 overflow-y-auto rounded-md border border-line p-3 wrap-anywhere"
    >
      {[...reasons].map(([reason, group]) => (
        <li key={reason}>
          <span className="block font-medium">{group.map(({ item }) => item.name).join(', ')}</span>
          <span
            className={group.every(({ kind }) => kind === 'skipped') ? 'text-muted' : 'text-danger'}
          >
            {reason}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** True if a retry can help: the call was not made or failed temporarily. */
function canSucceed(outcome: Outcome<Choice>): boolean {
  return outcome.kind === 'skipped' || (outcome.kind === 'failed' && isTransient(outcome.error));
}

function notDone(outcomes: readonly Outcome<Choice>[]): Choice[] {
  return outcomes.filter(({ kind }) => kind !== 'done').map(({ item }) => item);
}
