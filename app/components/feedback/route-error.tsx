import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from './query-state';

/** Shown where a screen itself failed, not its data: the app shell stays, and Retry is one click. */
export function RouteError({ reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <ErrorState
      text="Something went wrong on this page."
      onRetry={() => {
        reset();
        void router.invalidate();
      }}
    />
  );
}
