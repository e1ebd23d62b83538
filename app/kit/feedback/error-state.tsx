import { Alert } from '~/kit/ui/alert';
import { t, translate } from '~/language/texts';
import { CircleAlert } from 'lucide-react';
import { Button } from '~/kit/ui/button';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { NETWORK_ERROR_MESSAGE } from '~/rpc/errors/app-error';
import {
  isMissingCode,
  reloadIfOutdated,
  reloadIfReachable,
  UPDATED_MESSAGE,
} from './missing-code';
import { useAnswersPresses } from '~/kit/ui/early-presses';

interface ErrorStateProps {
  text: string;
  /** Missing if a retry cannot help. */
  onRetry?: (() => void) | undefined;
  /** Content below the text: the likely cause, and where to go. */
  children?: ReactNode;
}

/** Message for data that could not be loaded, with the reason and a Retry button. */
export function ErrorState({ text, onRetry, children }: ErrorStateProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-lg border border-danger/40 bg-danger-soft px-5 py-4">
      <p role="alert" className="flex min-w-0 items-start gap-3 text-danger">
        <CircleAlert aria-hidden className="mt-px size-5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{text}</span>
      </p>
      {onRetry && (
        <Button variant="secondary" size="sm" onClick={onRetry}>
          {t`Retry`}
        </Button>
      )}
      {children && <div className="grid basis-full justify-items-start gap-1 pl-8">{children}</div>}
    </div>
  );
}

/** Message for a screen that failed itself. The app shell stays, with a Retry button. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useAnswersPresses();
  if (isMissingCode(error)) return <MissingScreen />;
  return (
    <ErrorState
      text={t`Something went wrong on this page.`}
      onRetry={() => {
        reset();
        void router.invalidate();
      }}
    />
  );
}

function MissingScreen() {
  const [retrying, setRetrying] = useState(false);
  const [outdated, setOutdated] = useState(false);
  useEffect(() => void reloadIfOutdated().then(setOutdated), []);
  return (
    <ErrorState
      // The text changes in between, so that screen readers announce the same error again.
      text={
        retrying ? t`Loading...` : translate(outdated ? UPDATED_MESSAGE : NETWORK_ERROR_MESSAGE)
      }
      onRetry={() => {
        setRetrying(true);
        void reloadIfReachable().then(() => setRetrying(false));
      }}
    />
  );
}

/** Replaces a screen or form that the person may not use, after opening its URL. */
export function RightsMissing() {
  return (
    <Alert>{t`Your rights do not allow this. An administrator with all rights can change them.`}</Alert>
  );
}
