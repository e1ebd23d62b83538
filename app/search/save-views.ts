import type { QueryClient } from '@tanstack/react-query';
import { notifyStored, savedViewsKey, storeItem } from '~/kit/ui/storage';
import { msg, translate } from '~/language/texts';
import { apiKind } from '~/rpc/api-kind';
import type { CallAnswer } from '~/rpc/calls';
import { AppError, isNotFound } from '~/rpc/errors/app-error';
import { changeEmbedded, changeListed, queryKeyOf } from '~/rpc/queries';
import { readViews, savedViewQuery, toView, type SavedView } from './saved-views';
import { freeName, type NamedView } from './view-lists';

/**
 * Saves a view. It replaces a view of the same name in its list. A call sends the whole view, so saves run
 * one after another, and each changes the view as the previous save has left it.
 * @throws AppError, also if the storage of this browser is full or blocked
 */
export function saveView(
  client: QueryClient,
  owner: string,
  view: SavedView,
  changes: Partial<SavedView> = {},
): Promise<void> {
  const saved = lastSaving.then(() => {
    const stored = client.getQueryData(savedViewQuery().queryKey)?.flatMap(toView);
    const latest = stored?.find(({ id }) => id === view.id) ?? view;
    return writeView(client, owner, { ...latest, ...changes });
  });
  lastSaving = saved.catch(() => undefined);
  // The next change does not wait for the refetch: the cached list already has the call's answer.
  return saved.then(() => client.invalidateQueries({ queryKey: queryKeyOf('savedViews') }));
}

let lastSaving: Promise<unknown> = Promise.resolve();

async function writeView(client: QueryClient, owner: string, view: SavedView): Promise<void> {
  const { id, name, path, search, isStarred, isShared } = view;
  if (!apiKind().isEmbedded) return keepViews(owner, withView(readViews(owner), view));
  const body = { name, path, search, is_starred: isStarred, is_shared: isShared };
  if (typeof id === 'number') {
    const saved = await changeEmbedded('savedViews.update', { id, body });
    changeListed(client, queryKeyOf('savedViews.list'), id, saved);
  } else {
    await changeEmbedded('savedViews.create', { body });
    dropView(owner, id);
  }
}

/** Removes a view. @throws AppError */
export async function removeView(client: QueryClient, owner: string, { id }: SavedView) {
  if (typeof id === 'string') return dropView(owner, id);
  await changeEmbedded('savedViews.delete', { id }).catch((error: unknown) => {
    // Somebody else has deleted it already, which is the wanted result.
    if (!isNotFound(error)) throw error;
  });
  await client.invalidateQueries({ queryKey: queryKeyOf('savedViews') });
}

function dropView(owner: string, id: string): void {
  const views = readViews(owner);
  const others = views.filter((view) => view.id !== id);
  if (others.length < views.length) keepViews(owner, others);
}

/**
 * Moves the views of this browser into the database. Each is removed from the browser once it is stored. If
 * the list has another view of that name, the moved one gets a number.
 */
export async function takeOver(
  client: QueryClient,
  owner: string,
  stored: CallAnswer<'savedViews.list'>,
): Promise<void> {
  const mine: NamedView[] = stored.filter(({ is_mine }) => is_mine);
  for (const view of readViews(owner)) {
    const name = freeName(view, mine);
    if (name === null) dropView(owner, String(view.id));
    else {
      // A later view of that name would replace it.
      mine.push({ ...view, name });
      // After a failure the view stays in this browser until the next visit.
      await saveView(client, owner, { ...view, name }).catch(() => undefined);
    }
  }
}

/** Stores the views of this browser. @throws AppError if its storage is full or blocked */
function keepViews(owner: string, views: readonly SavedView[]): void {
  const kept = storeItem(savedViewsKey(owner), views.length > 0 ? JSON.stringify(views) : null);
  notifyStored();
  if (!kept) throw new AppError({ status: 0, detail: translate(NOT_KEPT) });
}

const NOT_KEPT = msg`The storage of this browser is full or blocked: the change could not be saved.`;

/** The views with this one, which replaces a view of the same name in its list. */
function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const isSame = (other: SavedView) =>
    other.id === view.id ||
    (other.path === view.path && other.name.toLowerCase() === view.name.toLowerCase());
  return [...views.filter((other) => !isSame(other)), view];
}
