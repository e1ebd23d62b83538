import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { Button } from '~/kit/ui/button';
import { currentOwner } from '~/rpc/session-store';
import { isOpenView, readViews, savedViewQuery, useSavedViews } from '~/search/saved-views';
import { t } from '~/language/texts';

const DialogPart = lazyPart(() => import('./saved-views-dialog'));

/** Opens the saved views of a list. Its label is the name of the current view. */
export function SavedViewsButton() {
  const { pathname, searchStr } = useLocation();
  const [owner] = useState(currentOwner);
  useTakeOver(owner);
  const views = useSavedViews(owner).filter(({ path }) => path === pathname);
  const current = views.find((view) => isOpenView(view, searchStr));
  const [open, setOpen] = useState(false);
  const onClose = () => setOpen(false);
  return (
    <>
      <Button
        variant="secondary"
        className="max-w-56"
        aria-label={current && t`View: ${current.name}`}
        onClick={() => setOpen(true)}
      >
        <span className="truncate">
          {current?.name ?? (views.length > 0 ? t`Views` : t`Save view`)}
        </span>
      </Button>
      {open && (
        <DialogPart onClose={onClose}>
          {({ SavedViewsDialog }) => <SavedViewsDialog onClose={onClose} />}
        </DialogPart>
      )}
    </>
  );
}

/** Moves the views of this browser into the database, once (app/search/save-views.ts). */
function useTakeOver(owner: string): void {
  const client = useQueryClient();
  const { data } = useQuery(savedViewQuery());
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!data || hasBegun.current || readViews(owner).length === 0) return;
    hasBegun.current = true;
    // After a failure the views stay in this browser until the next visit.
    void import('~/search/save-views')
      .then(({ takeOver }) => takeOver(client, owner, data))
      .catch(() => undefined);
  }, [data, client, owner]);
}
