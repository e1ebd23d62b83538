import { hashKey, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { Button } from '~/components/ui/button';
import { t } from '~/lib/texts';
import { StillWaiting } from './still-waiting';

/** Says after 10 s that a query has no answer yet; Cancel ends it (docs/behaviour.md, "Waiting"). */
export function WaitingForQuery({ queryKey }: { queryKey: QueryKey }) {
  return (
    <StillWaiting call={hashKey(queryKey)}>
      <CancelQuery queryKey={queryKey} />
    </StillWaiting>
  );
}

/** The query becomes an error, which the screen shows with Retry. */
function CancelQuery({ queryKey }: { queryKey: QueryKey }) {
  const client = useQueryClient();
  const cancel = () => void client.cancelQueries({ queryKey, exact: true }, { revert: false });
  return (
    <Button variant="secondary" size="sm" onClick={cancel}>
      {t`Cancel`}
    </Button>
  );
}
