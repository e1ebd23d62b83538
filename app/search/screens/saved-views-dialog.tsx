import { copyText } from '~/kit/selection/copy-text';
import { Link, useLocation } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { Badge } from '~/kit/ui/badge';
import { Button } from '~/kit/ui/button';
import { Input, Label } from '~/kit/ui/input';
import { DialogWindow } from '~/kit/ui/dialog';
import { focusNow, openerOf, returnFocus } from '~/kit/ui/focus';
import { useIsShown } from '~/kit/ui/page-moments';
import { toast } from '~/kit/feedback/toast';
import { currentOwner, getSession } from '~/rpc/session-store';
import { cn } from '~/kit/ui/cn';
import { randomKey } from '~/fields/random-key';
import {
  isOpenView,
  savedViewQuery,
  useSavedViews,
  viewHref,
  viewSearch,
  type SavedView,
} from '~/search/saved-views';
import { removeView, saveView } from '~/search/save-views';
import { isViewPath, VIEW_NAME_LIMIT_CHARS } from '~/search/view-lists';
import { ErrorState } from '~/kit/feedback/error-state';
import { apiKind } from '~/rpc/api-kind';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { t } from '~/language/texts';
import { mayI } from '~/rpc/own-rights';

/** The saved views of the current list (docs/behaviour/lists.md, "Saved views"). */
export function SavedViewsDialog({ onClose }: { onClose: () => void }) {
  const { pathname, searchStr } = useLocation();
  const [owner] = useState(currentOwner);
  const [opener] = useState(() => openerOf(document.activeElement));
  const client = useQueryClient();
  const stored = useQuery(savedViewQuery());
  const [error, setError] = useState<unknown>(null);
  const isShown = useIsShown();
  const all = useSavedViews(owner);
  const views = all.filter(({ path }) => path === pathname);
  const search = viewSearch(searchStr);

  /** Resolves to false if the change could not be stored. */
  async function change(saving: Promise<void>): Promise<boolean> {
    try {
      await saving;
      setError(null);
      return true;
    } catch (cause) {
      if (isShown()) setError(cause);
      // The dialog was closed meanwhile.
      else if (getSession()) toast.error(detailOrMessage(cause));
      return false;
    }
  }

  return (
    <DialogWindow
      title={t`Saved views`}
      onClose={onClose}
      onCloseAutoFocus={() => returnFocus(opener)}
    >
      {stored.isLoading && <p className="mt-3 text-muted">{t`Loading saved views...`}</p>}
      {stored.isError && (
        <ErrorState text={t`Error loading saved views.`} onRetry={() => void stored.refetch()} />
      )}
      {views.length > 0 && (
        <ul aria-label={t`Saved views`} className="mt-3 border-b border-line pb-2">
          {views.map((view) => (
            <SavedViewRow
              key={view.id}
              view={view}
              isOpen={isOpenView(view, searchStr)}
              onOpen={onClose}
              onChange={(changes) => change(saveView(client, owner, view, changes))}
              onDelete={() => void change(removeView(client, owner, view))}
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
          onSubmit={async (name) =>
            isViewPath(pathname) &&
            change(
              saveView(client, owner, {
                id: randomKey(),
                name,
                path: pathname,
                search,
                isStarred: false,
                // A view that replaces a shared one stays shared.
                isShared: views.some(
                  (view) =>
                    view.isShared &&
                    view.by === null &&
                    view.name.toLowerCase() === name.toLowerCase(),
                ),
                by: null,
              }),
            )
          }
        />
      )}
      {error !== null && (
        <p role="alert" className="mt-3 text-danger">
          {detailOrMessage(error)}
        </p>
      )}
      <p className="mt-4 text-sm text-muted">
        {apiKind().isEmbedded
          ? t`Kept with your account. A shared view is shown to all administrators.`
          : t`Kept in this browser, for your account. To share a view, share its address.`}
      </p>
    </DialogWindow>
  );
}

function copyLink(view: SavedView): Promise<void> {
  return copyText(new URL(viewHref(view), location.href).href, {
    copied: t`Link copied`,
    failed: t`The link could not be copied. This address is not secure.`,
  });
}

interface SavedViewRowProps {
  view: SavedView;
  /** True if the list currently shows this view. */
  isOpen: boolean;
  onOpen: () => void;
  /** Resolves to false if the change could not be stored. */
  onChange: (changes: Partial<SavedView>) => Promise<boolean>;
  onDelete: () => void;
}

/** A saved view with its link, star and buttons. A question replaces the row before deleting. */
function SavedViewRow({ view, isOpen, onOpen, onChange, onDelete }: SavedViewRowProps) {
  const nameId = useId();
  const [mode, setMode] = useState<'shown' | 'renaming' | 'deleting'>('shown');
  const { name, isStarred, isShared, by } = view;
  const isMine = by === null;
  const quiet = { variant: 'ghost', size: 'sm', 'aria-describedby': nameId } as const;
  if (mode === 'renaming') {
    return (
      <li className="py-2">
        <ViewNameForm
          label={t`New name`}
          initial={name}
          submitLabel={t`Rename`}
          onSubmit={async (renamed) => {
            const kept = await onChange({ name: renamed });
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
      {isMine && (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-pressed={isStarred}
          aria-label={t`Star`}
          aria-describedby={nameId}
          onClick={() => void onChange({ isStarred: !isStarred })}
        >
          <Star aria-hidden className={cn('size-4', isStarred && 'fill-current text-warning')} />
        </Button>
      )}
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
      {!isMine && <span className="text-sm text-muted">{t`shared by ${by}`}</span>}
      {isMine && isShared && <Badge>{t`Shared`}</Badge>}
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
          <Button {...quiet} onClick={() => void copyLink(view)}>
            {t`Copy link`}
          </Button>
          {isMine && apiKind().isEmbedded && mayI('write') && (
            <Button
              {...quiet}
              aria-pressed={isShared}
              onClick={() => void onChange({ isShared: !isShared })}
            >
              {t`Share`}
            </Button>
          )}
          {isMine && (
            <Button {...quiet} onClick={() => setMode('renaming')}>
              {t`Rename`}
            </Button>
          )}
          {(isMine || mayI('write')) && (
            <Button {...quiet} variant="quiet-danger" onClick={() => setMode('deleting')}>
              {t`Delete`}
            </Button>
          )}
        </>
      )}
    </li>
  );
}

interface ViewNameFormProps {
  label: string;
  initial?: string;
  submitLabel: string;
  /** Called with a name; resolves to false if it could not be stored. */
  onSubmit: (name: string) => Promise<boolean>;
  onCancel?: () => void;
  className?: string;
}

function ViewNameForm(props: ViewNameFormProps) {
  const { label, initial = '', submitLabel, onSubmit, onCancel, className } = props;
  const id = useId();
  const [name, setName] = useState(initial);
  const [isMissing, setMissing] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const trimmed = name.trim();
    setMissing(trimmed === '');
    if (trimmed !== '' && (await onSubmit(trimmed))) setName('');
  }

  return (
    <form className={cn('grid gap-1.5', className)} onSubmit={(event) => void submit(event)}>
      <Label htmlFor={id}>{label}</Label>
      <div className="flex gap-2">
        <Input
          id={id}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only field of a requested form
          autoFocus
          autoComplete="off"
          maxLength={VIEW_NAME_LIMIT_CHARS}
          value={name}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? `${id}-error` : undefined}
          onChange={(event) => {
            setName(event.target.value);
            setMissing(false);
          }}
        />
        <Button type="submit">{submitLabel}</Button>
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            {t`Cancel`}
          </Button>
        )}
      </div>
      {isMissing && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {t`A name is required`}
        </p>
      )}
    </form>
  );
}
