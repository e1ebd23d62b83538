import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Card, CardContent } from '~/kit/ui/card';
import { Checkbox } from '~/kit/ui/input';
import type { RecordKind } from '~/history/schema';
import { INTEGER_MAX } from '~/fields/limits';
import { historyQueries } from '~/history/queries';
import { apiKind } from '~/rpc/api-kind';
import { cn } from '~/kit/ui/cn';
import { t } from '~/language/texts';
import { HistoryList } from './history-list';

interface HistoryCardProps {
  kind: RecordKind;
  recordId: number | null;
  /** True if no such record exists. Then the card is shown only if there was one, which it can restore. */
  isMissing?: boolean;
}

/**
 * A record's history (docs/behaviour/history.md). The card is closed at first, and loads when it is opened.
 */
export function HistoryCard({ kind, recordId, isMissing = false }: HistoryCardProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  // Only the embedded API has a history. Ids beyond this limit do not exist there.
  const hasHistory = apiKind().isEmbedded && recordId !== null && recordId <= INTEGER_MAX;
  const { data } = useInfiniteQuery({
    ...historyQueries.ofRecord(kind, recordId ?? 0),
    enabled: hasHistory && isMissing,
  });
  if (!hasHistory || (isMissing && !data?.pages[0]?.entries.length)) return null;
  return (
    <Card id="history" className={open ? undefined : 'print:hidden'}>
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          className="flex w-full cursor-pointer items-center gap-2 rounded-lg px-5 py-4 text-left text-lg font-semibold"
          onClick={() => setOpen(!open)}
        >
          <ChevronRight
            aria-hidden
            className={cn('size-5 transition-transform', open && 'rotate-90')}
          />
          {t`History`}
        </button>
      </h2>
      <div id={id}>{open && <OpenHistory kind={kind} recordId={recordId} />}</div>
    </Card>
  );
}

function OpenHistory({ kind, recordId }: { kind: RecordKind; recordId: number }) {
  const [signIns, setSignIns] = useState(kind !== 'user');
  const id = useId();
  return (
    <CardContent className="grid gap-2">
      {kind === 'user' && (
        <label htmlFor={id} className="flex min-h-6 items-center gap-2 justify-self-start">
          <Checkbox id={id} checked={signIns} onCheckedChange={setSignIns} />
          {t`Sign-ins`}
        </label>
      )}
      <HistoryList
        options={historyQueries.ofRecord(kind, recordId, signIns)}
        label={t`History`}
        dayHeading="h3"
        open={kind}
      />
    </CardContent>
  );
}
