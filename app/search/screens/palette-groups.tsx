import { useEffect, useId, useRef } from 'react';
import { Button } from '~/kit/ui/button';
import { cn } from '~/kit/ui/cn';
import { plural, t, translate } from '~/language/texts';
import { HIT_GROUPS, type Hit, type HitKind } from './hit';
import type { HitChoice } from './use-hit-choice';
import type { FailedGroup } from './use-hits';

interface GroupProps {
  kind: HitKind;
  hits: readonly Hit[];
  choice: HitChoice;
}

export function Group({ kind, hits, choice }: GroupProps) {
  const titleId = useId();
  if (hits.length === 0) return null;
  const { title, icon: Icon } = HIT_GROUPS[kind];
  // Records by name or number, and views as people have named them. The others are words of the panel.
  const isNamed = kind !== 'action' && kind !== 'screen';
  return (
    <div role="group" aria-labelledby={titleId}>
      <p id={titleId} aria-hidden className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
        {translate(title)}
      </p>
      {hits.map((hit) => (
        <div
          key={hit.key}
          {...choice.optionProps(kind, hit)}
          className="flex min-h-9 cursor-pointer items-baseline gap-3 rounded-md px-2.5 py-2 data-[active=true]:bg-accent-soft data-[active=true]:text-accent-text pointer-coarse:min-h-11 forced-colors:data-[active=true]:outline-2 forced-colors:data-[active=true]:-outline-offset-2"
        >
          <Icon aria-hidden className="size-4 shrink-0 self-center text-muted" strokeWidth={1.75} />
          <span translate={isNamed ? 'no' : undefined} className="min-w-0 truncate font-medium">
            {hit.label}
          </span>{' '}
          {hit.detail && (
            <span
              translate={kind === 'view' ? undefined : 'no'}
              className="ml-auto min-w-0 shrink-[9] truncate text-sm text-muted in-data-[active=true]:text-accent-text"
            >
              {hit.detail}
            </span>
          )}
          {hit.keys && (
            <kbd
              aria-hidden
              translate="no"
              className={cn('shrink-0 font-sans text-xs text-muted', !hit.detail && 'ml-auto')}
            >
              {` ${hit.keys}`}
            </kbd>
          )}
        </div>
      ))}
    </div>
  );
}

/** The search of one kind failed; the results of others stay. */
export function Failure({ title, message, retry }: FailedGroup) {
  return (
    <div
      role="group"
      aria-label={title}
      className="flex items-center justify-between gap-3 border-t border-line px-4 py-2"
    >
      <p role="alert" className="min-w-0 text-sm wrap-anywhere text-danger">
        {`${title}: ${message}`}
      </p>
      <Button variant="secondary" size="sm" onClick={retry}>
        {t`Retry`}
      </Button>
    </div>
  );
}

interface ResultCountProps {
  count: number | null;
  isSearching: boolean;
}

/** Announces the number of results once the search has settled; nothing without a query. */
export function ResultCount({ count, isSearching }: ResultCountProps) {
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!status.current || isSearching) return;
    status.current.textContent =
      count === null
        ? ''
        : plural(count, count === 0 ? t`No` : String(count), '# result', '# results');
  }, [count, isSearching]);
  return <p ref={status} role="status" className="sr-only" />;
}
