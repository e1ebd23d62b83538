import { and, asc, eq, ne, or, sql } from 'drizzle-orm';
import { mayDo } from '~/accounts/rights';
import { assertRights } from '~/accounts/server/auth-middleware';
import { sentence } from '~/language/sentence';
import { msg } from '~/language/texts';
import type { Db } from '~/platform/database/connect.server';
import { lockViews, VIEWS_LIMIT } from './views.repo';
import { savedViews } from '~/platform/database/schema/account';
import { oneRow } from '~/platform/database/sql';
import { conflict, notFound } from '~/rpc/embedded/api-error';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { hidesPersonalData } from '~/rpc/embedded/hiding';
import { createRouter, type SignedIn } from '~/rpc/embedded/router';
import { serveCalls } from '~/rpc/embedded/serve-calls';
import { savedViewCalls, type NewSavedView } from '~/search/calls';

const VIEW = msg`Saved view`;

/** All routes of /admin/saved-views (docs/behaviour/lists.md, "Saved views"). */
export function savedViewRoutes({ db }: ApiDeps) {
  return serveCalls(createRouter(), savedViewCalls, {
    async list(c) {
      const views = await findViews(db, c.get('session').userId);
      if (!hidesPersonalData()) return views;
      return views.map((view) => Object.assign(view, { search: withoutWords(view.search) }));
    },
    create(c) {
      const view = c.req.valid('json');
      return insertView(db, ownerOf(c.get('session'), view), view);
    },
    update(c) {
      const view = c.req.valid('json');
      return updateView(db, ownerOf(c.get('session'), view), c.req.valid('param').id, view);
    },
    async delete(c) {
      const { userId, rights } = c.get('session');
      const { id } = c.req.valid('param');
      // A shared view of others changes for everyone, which needs the right to write.
      const isShared = mayDo(rights, 'write') ? savedViews.is_shared : undefined;
      const mayDelete = or(eq(savedViews.user_id, userId), isShared);
      const deleted = await db
        .delete(savedViews)
        .where(and(eq(savedViews.id, id), mayDelete))
        .returning({ id: savedViews.id });
      if (deleted.length === 0) throw notFound(VIEW);
    },
  });
}

/** The owner of a saved view. Sharing needs more rights. @throws ApiError 403 */
function ownerOf(session: SignedIn, { is_shared }: NewSavedView): number {
  if (is_shared) assertRights(session, 'write');
  return session.userId;
}

/** Removes the searched words, which may be a phone number or part of an e-mail address. */
function withoutWords(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('search');
  return params.toString();
}

function findViews(db: Db, userId: number, id?: number) {
  const isMine = sql<boolean>`coalesce(${savedViews.user_id} = ${userId}, false)`;
  return db
    .select({
      id: savedViews.id,
      name: savedViews.name,
      path: savedViews.path,
      search: savedViews.search,
      is_starred: savedViews.is_starred,
      is_shared: savedViews.is_shared,
      is_mine: isMine,
      created_by: sql<string | null>`history_name('user', ${savedViews.user_id})`,
    })
    .from(savedViews)
    .where(
      and(
        or(eq(savedViews.user_id, userId), savedViews.is_shared),
        id === undefined ? undefined : eq(savedViews.id, id),
      ),
    )
    .orderBy(asc(savedViews.id));
}

/**
 * Changes of a person's views run one after another, so that two tabs cannot fail by creating the same
 * name.
 */
function alone<T>(db: Db, userId: number, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await lockViews(tx, [userId]);
    return work(tx);
  });
}

/** Creates a view. @throws ApiError 409 for too many */
async function insertView(db: Db, userId: number, view: NewSavedView) {
  const { name, path, search, is_starred, is_shared } = view;
  return alone(db, userId, async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      insert into saved_views (user_id, name, path, search, is_starred, is_shared)
      select ${userId}::int, ${name}::text, ${path}::text, ${search}::text, ${is_starred}::boolean, ${is_shared}::boolean
       where (select count(*) from saved_views where user_id = ${userId}) < ${VIEWS_LIMIT}
          or exists (select from saved_views
                      where user_id = ${userId} and path = ${path} and lower(name) = lower(${name}))
          on conflict (user_id, path, lower(name)) do update
         set name = excluded.name, search = excluded.search, is_starred = excluded.is_starred,
             is_shared = excluded.is_shared
      returning id`);
    const [row] = rows;
    if (!row) throw conflict(sentence('too_many_views', { max: VIEWS_LIMIT }));
    return oneRow(await findViews(tx, userId, row.id));
  });
}

/** Changes a view. @throws ApiError 404 for another person's view, even if it is shared */
async function updateView(db: Db, userId: number, id: number, view: NewSavedView) {
  return alone(db, userId, async (tx) => {
    const own = eq(savedViews.user_id, userId);
    const [row] = await tx
      .select({ id: savedViews.id })
      .from(savedViews)
      .where(and(own, eq(savedViews.id, id)))
      .for('update');
    if (!row) throw notFound(VIEW);
    const isOfName = sql`lower(${savedViews.name}) = lower(${view.name})`;
    const isOther = and(own, ne(savedViews.id, id), eq(savedViews.path, view.path), isOfName);
    await tx.delete(savedViews).where(isOther);
    await tx.update(savedViews).set(view).where(eq(savedViews.id, id));
    return oneRow(await findViews(tx, userId, id));
  });
}
