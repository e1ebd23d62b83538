import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '~/components/ui/button';
import { Card, CardContent, CardFooter } from '~/components/ui/card';
import { bulkMutations } from '~/data/bulk/bulk.mutations';
import { bulkQueries } from '~/data/bulk/bulk.queries';

interface ImportProgressProps {
  importKey: string;
  total: number;
}

/** A long import in progress: rows done of all rows, and a Cancel that rolls everything back. */
export function ImportProgress({ importKey, total }: ImportProgressProps) {
  const progress = useQuery({ ...bulkQueries.progress(importKey), retry: false });
  const cancel = useMutation(bulkMutations.cancel());
  const done = progress.data?.state === 'running' ? progress.data.done : 0;
  const text = `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} rows`;
  const stopping = cancel.isPending || cancel.isSuccess;
  return (
    <Card aria-label="Import progress">
      <CardContent className="grid gap-2">
        <progress
          className="h-2 w-full accent-accent"
          max={total}
          value={done}
          aria-label="Rows created"
        />
        <p className="text-muted tabular-nums">{text}</p>
      </CardContent>
      <CardFooter>
        <Button
          variant="secondary"
          aria-disabled={stopping}
          onClick={() => stopping || cancel.mutate(importKey)}
        >
          {stopping ? 'Cancelling...' : 'Cancel import'}
        </Button>
      </CardFooter>
    </Card>
  );
}
