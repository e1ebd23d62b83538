import { needsApartment } from '~/users/roles';
import { addDays, isTenancyDay } from '~/fields/calendar-day';
import { violates } from '~/platform/database/errors';
import { type Change, type ChangeTx, recordChange } from '~/platform/database/record-change';
import { associationCalls, condoTenancyCalls, tenancyCalls } from '~/users/calls';
import { changeableFields } from '~/users/fields';
import {
  endsAfterBegin,
  type TenancyCreate,
  type TenancyMove,
  type TenancyUpdate,
} from '~/users/schema';
import { administratorOf } from '~/accounts/server/auth-middleware';
import { type ApiDeps, todayOf } from '~/rpc/embedded/deps';
import { sentence } from '~/language/sentence';
import { conflict, invalidField, notFound, takenField } from '~/rpc/embedded/api-error';
import { editablePart, requireMatch, seenTag } from '~/rpc/embedded/entity-tag';
import { once } from '~/rpc/embedded/once';
import { createRouter, type ApiRouter } from '~/rpc/embedded/router';
import { serveCalls, Tagged } from '~/rpc/embedded/serve-calls';
import { lockCondo, lockHome } from './places.repo';
import {
  deleteAssociation,
  findNames,
  findNotified,
  findTenancies,
  findTenanciesOf,
  findTenancy,
  insertAssociation,
  updateAssociation,
  type TenancyRow,
} from './associations.repo';
import { AFTER_UNDO_MS, queueMail, removeQueuedMail } from '~/platform/mail/mail-queue.repo';
import { enterPerson } from './users';
import { lockUser, lockUsers } from './users.repo';

/** The values that the ETag covers. */
const taggedPart = (row: TenancyRow) => editablePart(changeableFields, row);

const tagged = <Row extends TenancyRow>(row: Row) => new Tagged(row, taggedPart(row));

/** All routes of /admin/user-condo-associations (docs/behaviour/tenancies.md). */
export function associationRoutes(deps: ApiDeps) {
  const { db } = deps;
  const router = serveCalls(createRouter(), associationCalls, {
    async delete(c) {
      const change = { actor: administratorOf(c), action: 'removed' } as const;
      const { id } = c.req.valid('param');
      const isFound = await recordChange(db, change, (tx) => deleteAssociation(tx, id));
      if (!isFound) throw notFound('Association');
    },
  });
  return serveCalls(router, tenancyCalls, {
    list: (c) => findTenancies(db, c.req.valid('query').user_id, todayOf(deps)),
    async create(c) {
      const change = { actor: administratorOf(c), action: 'created' } as const;
      const body = c.req.valid('json');
      return write(deps, change, async (tx) => {
        const id = await once(tx, c, () => beginTenancy(tx, body, deps));
        return begunOf(tx, id, body.ends?.id, deps);
      });
    },
    get: async (c) => tagged(await getTenancy(db, c.req.valid('param').id, todayOf(deps))),
    async update(c) {
      const change = { actor: administratorOf(c), action: 'changed' } as const;
      const seen = { ...c.req.valid('param'), version: c.req.valid('header')['if-match'] };
      const update = async (tx: ChangeTx) => {
        await changeTenancy(tx, seen, c.req.valid('json'), deps);
        // Read in the transaction, so that the version is that of this change, not of a later one.
        return getTenancy(tx, seen.id, todayOf(deps));
      };
      return tagged(await write(deps, change, update));
    },
    async move(c) {
      const change = { actor: administratorOf(c), action: 'changed' } as const;
      const seen = { ...c.req.valid('param'), version: c.req.valid('header')['if-match'] };
      const move = (tx: ChangeTx) => moveTenancy(tx, seen, c.req.valid('json'), deps);
      return tagged(await write(deps, change, move));
    },
  });
}

/** Finds an association. @throws ApiError 404 */
async function getTenancy(...args: Parameters<typeof findTenancy>) {
  const row = await findTenancy(...args);
  if (!row) throw notFound('Association');
  return row;
}

/** Adds GET /admin/condos/{id}/tenancies to the routes of buildings. */
export function condoTenancyRoutes(router: ApiRouter, deps: ApiDeps) {
  return serveCalls(router, condoTenancyCalls, {
    async list(c) {
      const { as_of, past } = c.req.valid('query');
      const { id } = c.req.valid('param');
      if (!(await lockCondo(deps.db, id))) throw notFound('Building');
      return findTenanciesOf(deps.db, id, { day: as_of ?? todayOf(deps), past });
    },
  });
}

/** Runs a change. @throws ApiError 409 for overlapping times */
async function write<T>(
  { db }: ApiDeps,
  change: Change,
  work: (tx: ChangeTx) => Promise<T>,
): Promise<T> {
  try {
    return await recordChange(db, change, work);
  } catch (error) {
    if (violates(error, 'associations_once')) throw conflict('tenancy_overlaps');
    throw error;
  }
}

/** Locks a person who may get an association. @throws ApiError 422, 409 if erased or inactive */
export async function lockPerson(tx: ChangeTx, id: number, reject = conflict) {
  const person = await lockUser(tx, id);
  if (!person) throw invalidField('user_id', sentence('what_not_found', { what: 'User' }));
  if (person.erased_at !== null) throw reject('person_erased');
  if (!person.is_active) throw reject('person_inactive');
  return person;
}

/** Begins an association. Resolves to the new id. */
async function beginTenancy(
  tx: ChangeTx,
  {
    ends,
    notify,
    user_id: known,
    apartment_id = null,
    condo_id,
    role,
    since,
    until,
    note,
    ...person
  }: TenancyCreate,
  deps: ApiDeps,
) {
  const now = deps.clock();
  const home = { condo_id, apartment_id };
  await lockHome(tx, home);
  const ended = ends && (await findTenancy(tx, ends.id, todayOf(deps)));
  // Both are locked together, since another change may be about the same two people in reverse order.
  if (ended) await lockUsers(tx, [known ?? ended.user_id, ended.user_id]);
  if (known !== undefined) await lockPerson(tx, known, (why) => takenField('user_id', why));
  const user_id = known ?? (await enterPerson(tx, person, now)).id;
  if (ends) {
    if (!ended) throw invalidField('ends.id', sentence('what_not_found', { what: 'Association' }));
    await changeTenancy(tx, ends, { until: ends.until }, deps, 'ends.until');
  }
  const id = await insertAssociation(tx, { ...home, user_id, role, since, until, note }, now);
  await tell(tx, ends ? [id, ends.id] : [id], notify, now);
  return id;
}

/**
 * The answer about a new association and the one that ended. It is read in the transaction that wrote them.
 */
async function begunOf(tx: ChangeTx, id: number, endedId: number | undefined, deps: ApiDeps) {
  const read = async (one: number) => {
    const row = await getTenancy(tx, one, todayOf(deps));
    return { ...row, version: seenTag(taggedPart(row)) };
  };
  const ended = endedId === undefined ? null : await read(endedId);
  return { ...(await read(id)), ended: ended && { id: ended.id, version: ended.version } };
}

/** An association in the version that the caller has seen; `version` is its ETag. */
interface SeenTenancy {
  id: number;
  version?: string | undefined;
}

/** Finds and locks an association. @throws ApiError 404, 412 */
async function lockTenancy(tx: ChangeTx, { id, version }: SeenTenancy, deps: ApiDeps) {
  const row = await getTenancy(tx, id, todayOf(deps), { locked: true });
  requireMatch(version, taggedPart(row), 'association');
  return row;
}

/**
 * Changes an association. Inactive and erased people get neither a current or future association nor a
 * mail.
 * @throws ApiError 404, 412, 422, 409 for such a person
 */
async function changeTenancy(
  tx: ChangeTx,
  seen: SeenTenancy,
  { notify, removes, ...changes }: TenancyUpdate,
  deps: ApiDeps,
  untilField = 'until',
): Promise<void> {
  const day = todayOf(deps);
  const known = await getTenancy(tx, seen.id, day);
  const last = changes.until === undefined ? known.until : changes.until;
  if (notify || last === null || last >= day) await lockPerson(tx, known.user_id);
  // The lock makes changes of one person run one after another, since the times of all associations are
  // compared, past ones too.
  else await lockUser(tx, known.user_id);
  const before = await lockTenancy(tx, seen, deps);
  if (removes) {
    if (!(await findTenancy(tx, removes.id, day)))
      throw invalidField('removes.id', sentence('what_not_found', { what: 'Association' }));
    await lockTenancy(tx, removes, deps);
    await deleteAssociation(tx, removes.id);
  }
  const { since = before.since, until = before.until } = changes;
  if (!endsAfterBegin({ since, until })) throw invalidField(untilField, 'until_before_since');
  if (changes.role && needsApartment(changes.role) && before.apartment_id === null) {
    throw invalidField('role', 'apartment_required');
  }
  await updateAssociation(tx, seen.id, changes);
  await tell(tx, [seen.id], notify, deps.clock());
}

/**
 * Ends an association the day before, and begins one in another apartment of the building with the same
 * role, last day and note.
 * @throws ApiError 404, 412, 422, 409
 */
async function moveTenancy(
  tx: ChangeTx,
  seen: SeenTenancy,
  { apartment_id, on, notify }: TenancyMove,
  deps: ApiDeps,
) {
  const now = deps.clock();
  const { condo_id, user_id } = await getTenancy(tx, seen.id, on);
  const home = { condo_id, apartment_id };
  await lockHome(tx, home);
  await lockPerson(tx, user_id);
  const before = await lockTenancy(tx, seen, deps);
  if (apartment_id === before.apartment_id) {
    throw invalidField('apartment_id', 'move_nowhere');
  }
  const lastDay = addDays(on, -1);
  if (!isTenancyDay(lastDay) || (before.since !== null && on <= before.since)) {
    throw invalidField('on', 'move_too_early');
  }
  if (before.until !== null && on > before.until) {
    throw invalidField('on', 'move_too_late');
  }
  await updateAssociation(tx, seen.id, { until: lastDay });
  const { role, until, note } = before;
  const taken = { ...home, user_id, role, since: on, until, note };
  const begun = await insertAssociation(tx, taken, now);
  await tell(tx, [seen.id], false, now);
  await tell(tx, [begun], notify, now);
  return begunOf(tx, begun, seen.id, deps);
}

/**
 * Queues mails about associations to people with an address, or removes mails queued before.
 * @throws ApiError 422 if nobody has an address
 */
async function tell(
  tx: ChangeTx,
  ids: readonly number[],
  notify: boolean | undefined,
  now: Date,
): Promise<void> {
  const due = new Date(now.getTime() + AFTER_UNDO_MS);
  const told: number[] = [];
  for (const id of ids) {
    const subject = { kind: 'tenancy', id } as const;
    if (!notify || !(await findNotified(tx, id))) await removeQueuedMail(tx, subject);
    else {
      await queueMail(tx, subject, now, due);
      told.push(id);
    }
  }
  if (!notify || told.length > 0) return;
  const names = await findNames(tx, ids);
  throw invalidField('notify', sentence('person_without_email', { names: names.join(', ') }));
}
