import { eq, inArray, sql } from 'drizzle-orm';
import { endAccess } from '~/accounts/server/administrators.repo';
import {
  recordChange,
  recordEvent,
  type Actor,
  type ChangeTx,
} from '~/platform/database/record-change';
import { endLinks } from '~/invitations/server/links.repo';
import { lockViews, VIEWS_LIMIT } from '~/search/server/views.repo';
import { savedViews } from '~/platform/database/schema/account';
import { mailQueue } from '~/platform/database/schema/operations';
import {
  invitations,
  userCondoAssociations as associations,
  users,
} from '~/platform/database/schema/records';
import { invalidField } from '~/rpc/embedded/api-error';
import { type ApiDeps, todayOf } from '~/rpc/embedded/deps';
import { requireMatch } from '~/rpc/embedded/entity-tag';
import { freeName, type NamedView } from '~/search/view-lists';
import { MERGED_FIELDS, type Merge } from '~/users/merging';
import { isNamed } from '~/users/schema';
import { planMerge, type MergedAccounts, type MergePlan } from './merge-plan';

/**
 * POST /admin/users/{id}/merge: carries out the review, all or nothing, as one entry of the history
 * (docs/behaviour/merge.md). `ifMatch` is the review's ETag.
 * @throws ApiError 404, 409, 412, 422
 */
export async function mergePeople(
  deps: ApiDeps,
  actor: Actor,
  accounts: MergedAccounts,
  take: Merge['take'],
  ifMatch?: string,
): Promise<void> {
  const record = { kind: 'user', id: accounts.kept } as const;
  await recordChange(deps.db, { actor, action: 'merged', record }, async (tx) => {
    const now = deps.clock();
    const plan = await planMerge(tx, accounts, { day: todayOf(deps), locked: true });
    requireMatch(ifMatch, plan, 'user');
    const { kept, closed } = plan;
    const columns = take.flatMap((field) => [...MERGED_FIELDS[field]]);
    const taken = Object.fromEntries(columns.map((name) => [name, closed[name]]));
    if (!isNamed({ ...kept, ...taken })) throw invalidField('take', 'person_unnamed');
    await moveAssociations(tx, plan);
    await moveInvitations(tx, plan, now);
    const views = await moveViews(tx, plan);
    if (columns.length > 0)
      await tx
        .update(users)
        .set({ ...taken, updated_at: now })
        .where(eq(users.id, kept.id));
    // An Undo also needs the language, links and views, which no record's history has. The event makes this
    // person the entry's record even if nothing else of them changes.
    await recordEvent(tx, 'merged', record, {
      closed: String(closed.id),
      links_ended: now.toISOString(),
      ...(take.includes('language') && { language: kept.language ?? '' }),
      ...views,
    });
    await tx
      .update(users)
      .set({ is_active: false, merged_into: kept.id, updated_at: now })
      .where(eq(users.id, closed.id));
    await endAccess(tx, closed);
  });
}

async function moveAssociations(tx: ChangeTx, { kept, moved, joined }: MergePlan): Promise<void> {
  const dropped = joined.flatMap(({ id, of }) =>
    of.flatMap((one) => (one.id === id ? [] : one.id)),
  );
  // Deleted first, since no two associations of one person, home and role may overlap.
  await tx.delete(associations).where(inArray(associations.id, dropped));
  for (const { id, since, until, reported_on, note } of joined)
    await tx
      .update(associations)
      .set({ since, until, reported_on, note })
      .where(eq(associations.id, id));
  const ids = moved.map(({ id }) => id);
  await tx.update(associations).set({ user_id: kept.id }).where(inArray(associations.id, ids));
  // A queued mail about the days before the merge would surprise its reader.
  const changed = [...ids, ...joined.map(({ id }) => id)];
  await tx.delete(mailQueue).where(inArray(mailQueue.association_id, changed));
}

/** Gives invitations the address of the person who stays. Links that were mailed to the other address end. */
async function moveInvitations(
  tx: ChangeTx,
  { kept, closed, invited, withdrawn }: MergePlan,
  now: Date,
): Promise<void> {
  const ids = invited.map(({ id }) => id);
  const dropped = withdrawn.map(({ id }) => id);
  await tx.delete(invitations).where(inArray(invitations.id, dropped));
  // One statement, so that each invitation has one change, which an Undo writes back. Without a person an
  // invitation is to the account of its address, so that accepting it withdraws no other one.
  const isOfClosed = eq(invitations.user_id, closed.id);
  const person = sql`case when ${isOfClosed} then ${kept.email === null ? kept.id : null}::int else user_id end`;
  await tx
    .update(invitations)
    .set({ email: kept.email ?? undefined, user_id: person })
    .where(inArray(invitations.id, ids));
  await endLinks(tx, ids, now);
}

/**
 * Moves saved views of a former administrator, under a free name if the person who stays has a view of that
 * name. Identical views, and views above the limit, stay with the closed account. Returns the ids, for the
 * event.
 */
async function moveViews(tx: ChangeTx, { kept, closed }: MergePlan) {
  const people = [kept.id, closed.id];
  await lockViews(tx, people);
  const rows = await tx
    .select()
    .from(savedViews)
    .where(inArray(savedViews.user_id, people))
    .orderBy(savedViews.id);
  const present: NamedView[] = rows.filter((row) => row.user_id === kept.id);
  const moved: number[] = [];
  const renamed: number[] = [];
  for (const view of rows.filter((row) => row.user_id === closed.id)) {
    const name = freeName(view, present);
    if (name === null || present.length >= VIEWS_LIMIT) continue;
    await tx.update(savedViews).set({ user_id: kept.id, name }).where(eq(savedViews.id, view.id));
    present.push({ ...view, name });
    moved.push(view.id);
    if (name !== view.name) renamed.push(view.id);
  }
  if (moved.length === 0) return null;
  return { views: moved.join(','), views_renamed: renamed.join(',') };
}
