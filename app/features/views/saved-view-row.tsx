import { Link } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import { useId, useState } from 'react';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { focusNow } from '~/components/ui/use-menu';
import { cn } from '~/lib/cn';
import type { SavedView } from '~/lib/saved-views';
import { t } from '~/lib/texts';
import { ViewNameForm } from './view-name-form';

interface SavedViewRowProps {
  view: SavedView;
  /** The list shows it. */
  isOpen: boolean;
  /** Its link was pressed. */
  onOpen: () => void;
  /** Whether the change was kept. */
  onChange: (view: SavedView) => boolean;
  onDelete: () => void;
}

/** A saved view: its link, the star, and what can be done with it. Delete asks in its place. */
export function SavedViewRow({ view, isOpen, onOpen, onChange, onDelete }: SavedViewRowProps) {
  const nameId = useId();
  const [mode, setMode] = useState<'shown' | 'renaming' | 'deleting'>('shown');
  const { name, isStarred } = view;
  if (mode === 'renaming') {
    return (
      <li className="py-2">
        <ViewNameForm
          label={t`New name`}
          initial={name}
          submitLabel={t`Rename`}
          onSubmit={(renamed) => {
            const kept = onChange({ ...view, name: renamed });
            if (kept) setMode('shown');
            return kept;
          }}
          onCancel={() => setMode('shown')}
        />
      </li>
    );
  }
  return (
    <li className="flex flex-wrap items-center gap-1 py-0.5">
      <Button
        variant="ghost"
        size="icon-sm"
        aria-pressed={isStarred}
        aria-label={t`Star`}
        aria-describedby={nameId}
        onClick={() => onChange({ ...view, isStarred: !isStarred })}
      >
        <Star aria-hidden className={cn('size-4', isStarred && 'fill-current text-warning')} />
      </Button>
      <Link
        id={nameId}
        to={view.path}
        search={Object.fromEntries(new URLSearchParams(view.search))}
        activeOptions={{ exact: true }}
        className="min-w-0 flex-1 truncate font-medium hover:underline"
        onClick={onOpen}
      >
        {name}
      </Link>
      {isOpen && <Badge tone="accent">{t`Open`}</Badge>}
      {mode === 'deleting' ? (
        <>
          <span className="text-sm text-muted">{t`Delete this view?`}</span>
          <Button
            variant="destructive"
            size="sm"
            aria-describedby={nameId}
            onClick={() => onDelete()}
          >
            {t`Delete`}
          </Button>
          <Button ref={focusNow} variant="secondary" size="sm" onClick={() => setMode('shown')}>
            {t`Cancel`}
          </Button>
        </>
      ) : (
        <>
          <Button
            variant="ghost"
            size="sm"
            aria-describedby={nameId}
            onClick={() => setMode('renaming')}
          >
            {t`Rename`}
          </Button>
          <Button
            variant="quiet-danger"
            size="sm"
            aria-describedby={nameId}
            onClick={() => setMode('deleting')}
          >
            {t`Delete`}
          </Button>
        </>
      )}
    </li>
  );
}
