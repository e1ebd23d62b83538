import { Link, useLocation } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import { useId, useState } from 'react';
import { openerOf, returnFocus } from '~/kit/ui/focus';
import { Badge } from '~/kit/ui/badge';
import { Button } from '~/kit/ui/button';
import { DialogWindow } from '~/kit/ui/dialog';
import { focusNow } from '~/kit/ui/focus';
import { currentOwner } from '~/rpc/session-store';
import { cn } from '~/kit/ui/cn';
import { randomKey } from '~/fields/random-key';
import {
  isOpenView,
  keepViews,
  useSavedViews,
  viewSearch,
  withView,
  type SavedView,
} from '~/search/saved-views';
import { msg, t, translate } from '~/language/texts';
import { ViewNameForm } from './view-name-form';

const NOT_KEPT = msg`The storage of this browser is full or blocked: the change could not be saved.`;

/** The saved views of the list that is open (docs/behaviour/lists.md, "Saved views"). */
export function SavedViewsDialog({ onClose }: { onClose: () => void }) {
  const { pathname, searchStr } = useLocation();
  const [owner] = useState(currentOwner);
  const [opener] = useState(() => openerOf(document.activeElement));
  const [isFailed, setFailed] = useState(false);
  const all = useSavedViews(owner);
  const views = all.filter(({ path }) => path === pathname);
  const search = viewSearch(searchStr);

  /** Returns false if the change could not be stored. */
  function keep(next: readonly SavedView[]): boolean {
    const kept = keepViews(owner, next);
    setFailed(!kept);
    return kept;
  }

  return (
    <DialogWindow
      title={t`Saved views`}
      onClose={onClose}
      onCloseAutoFocus={() => returnFocus(opener)}
    >
      {views.length > 0 && (
        <ul aria-label={t`Saved views`} className="mt-3 border-b border-line pb-2">
          {views.map((view) => (
            <SavedViewRow
              key={view.id}
              view={view}
              isOpen={isOpenView(view, searchStr)}
              onOpen={onClose}
              onChange={(changed) => keep(withView(all, changed))}
              onDelete={() => keep(all.filter(({ id }) => id !== view.id))}
            />
          ))}
        </ul>
      )}
      {search === '' ? (
        <p className="mt-3 text-muted">{t`Search, filter or sort the list to save it as a view.`}</p>
      ) : (
        <ViewNameForm
          label={t`Name of the view`}
          submitLabel={t`Save`}
          className="mt-4"
          onSubmit={(name) =>
            keep(withView(all, { id: randomKey(), name, path: pathname, search, isStarred: false }))
          }
        />
      )}
      {isFailed && (
        <p role="alert" className="mt-3 text-danger">
          {translate(NOT_KEPT)}
        </p>
      )}
      <p className="mt-4 text-sm text-muted">
        {t`Kept in this browser, for your account. To share a view, share its address.`}
      </p>
    </DialogWindow>
  );
}

interface SavedViewRowProps {
  view: SavedView;
  /** The list shows it. */
  isOpen: boolean;
  onOpen: () => void;
  /** Returns false if the change could not be stored. */
  onChange: (view: SavedView) => boolean;
  onDelete: () => void;
}

/** A saved view: its link, the star, and what can be done with it. Delete asks in its place. */
function SavedViewRow({ view, isOpen, onOpen, onChange, onDelete }: SavedViewRowProps) {
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
          <Button variant="destructive" size="sm" aria-describedby={nameId} onClick={onDelete}>
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
