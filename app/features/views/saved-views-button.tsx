import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyPart } from '~/components/feedback/lazy-part';
import { Button } from '~/components/ui/button';
import { currentOwner } from '~/data/session/session-store';
import { isOpenView, useSavedViews } from '~/lib/saved-views';
import { t } from '~/lib/texts';

const DialogPart = lazyPart(() => import('./saved-views-dialog'));

/** Opens the saved views of a list, under the name of the one that is shown. */
export function SavedViewsButton() {
  const { pathname, searchStr } = useLocation();
  const [owner] = useState(currentOwner);
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
