import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { openerOf, returnFocus } from '~/components/feedback/opener';
import { DialogWindow } from '~/components/ui/dialog';
import { currentOwner } from '~/data/session/session-store';
import { randomKey } from '~/lib/random-key';
import {
  isOpenView,
  keepViews,
  useSavedViews,
  viewSearch,
  withView,
  type SavedView,
} from '~/lib/saved-views';
import { msg, t, translate } from '~/lib/texts';
import { SavedViewRow } from './saved-view-row';
import { ViewNameForm } from './view-name-form';

const NOT_KEPT = msg`The storage of this browser is full or blocked: the change could not be saved.`;

/** The saved views of the list that is open (docs/behaviour.md, "Saved views"). */
export function SavedViewsDialog({ onClose }: { onClose: () => void }) {
  const { pathname, searchStr } = useLocation();
  const [owner] = useState(currentOwner);
  const [opener] = useState(() => openerOf(document.activeElement));
  const [isFailed, setFailed] = useState(false);
  const all = useSavedViews(owner);
  const views = all.filter(({ path }) => path === pathname);
  const search = viewSearch(searchStr);

  /** Whether the change was kept. */
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
