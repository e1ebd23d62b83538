import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { NETWORK_ERROR_MESSAGE } from '~/rpc/errors/app-error';
import {
  isMissingCode,
  reloadIfOutdated,
  reloadIfReachable,
  UPDATED_MESSAGE,
} from './missing-code';
import { t } from '~/language/texts';
import { useAnswersPresses } from '~/kit/ui/early-presses';
import { ErrorState } from './error-state';

/** Shown if a screen itself failed, not its data. The app shell stays, with a Retry button. */
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
      // Another text in between, so that the same error again is announced.
      text={retrying ? t`Loading...` : outdated ? UPDATED_MESSAGE : NETWORK_ERROR_MESSAGE}
      onRetry={() => {
        setRetrying(true);
        void reloadIfReachable().then(() => setRetrying(false));
      }}
    />
  );
}
