import { sentence } from '~/language/sentence';
import { mapNames } from '~/fields/fields';
import { RECORD_KIND_LABELS } from '~/history/schema';
import type { ChangeId } from '~/history/answers';
import { toMediaUrl } from '~/platform/media/media-store';
import type { Db } from '~/platform/database/connect.server';
import { IMAGE_COLUMNS, RECORDED_TABLES } from '~/platform/database/schema/history-tables';
import type { Actor, ChangeTx } from '~/platform/database/record-change';
import { type ApiDeps, todayOf } from '~/rpc/embedded/deps';
import { conflict, invalidField, notFound } from '~/rpc/embedded/api-error';
import { requireMatch } from '~/rpc/embedded/entity-tag';
import { Tagged } from '~/rpc/embedded/serve-calls';
import { findChange, findValues, showValues, type Values } from './earlier-values.repo';
import { isErased, toFields } from './history';
import { findObstacles, OBSTACLES } from './obstacles';
import { givenValues, lockRecords, updateRecords } from './records.repo';
import { revert } from './restore';

/** A change, and one field of it; without a field the whole record. */
export interface EarlierSource extends ChangeId {
  field?: string | undefined;
}

/** GET .../changes/{change}: the current values and the earlier ones. @throws ApiError 404, 409, 422 */
export async function getEarlierValues(deps: ApiDeps, source: EarlierSource) {
  const { kind, id, name, values } = await find(deps.db, source);
  const addressed = (one: Values) => withAddresses(one, toMediaUrl(deps));
  const readable = await showValues(deps.db, addressed(values.today), addressed(values.before));
  return new Tagged({ kind, id, name, fields: toFields(kind, readable.old, readable.new) }, values);
}

/** POST .../values: restores values that still match `ifMatch`. @throws ApiError 404, 409, 412, 422 */
export async function writeEarlierValues(
  deps: ApiDeps,
  actor: Actor,
  source: EarlierSource,
  ifMatch?: string,
): Promise<void> {
  const work = async (tx: ChangeTx) => {
    const { kind, id, values } = await find(tx, source, { locked: true });
    requireMatch(ifMatch, values, RECORD_KIND_LABELS[kind].toLowerCase());
    const target = givenValues([{ id, values: values.before }]);
    const [obstacle] = await findObstacles(tx, kind, target, todayOf(deps));
    if (obstacle) throw conflict(OBSTACLES[obstacle.reason].values ?? 'others_in_the_way');
    await updateRecords(tx, kind, target, deps.clock());
  };
  await revert(deps.db, { actor, action: 'restored' }, work, 'others_in_the_way');
}

/**
 * Finds the values that differ, and their tag. If-Match compares the tag, so that only values that the
 * person has seen are replaced.
 */
async function find(db: Db, { field, ...changeId }: EarlierSource, { locked = false } = {}) {
  const changed = await findChange(db, changeId);
  if (!changed) throw notFound('Change');
  const { kind, id, name } = changed;
  if (locked) await lockRecords(db, kind, [id]);
  const { today, before } = await findValues(db, { kind, id, change: changeId.change });
  const values = field === undefined ? before : changed.old;
  const { editable, fields } = RECORDED_TABLES[kind];
  const columns = editable.filter(
    (column) =>
      (field === undefined || fields.get(column) === field) &&
      Object.hasOwn(values, column) &&
      !isErased(values[column]),
  );
  if (columns.length === 0) throw invalidField('field', 'nothing_restorable');
  if (!today) throw conflict(sentence('no_longer_exists', { name: name ?? 'The record' }));
  const different = columns.filter((column) => today[column] !== values[column]);
  if (different.length === 0) {
    const code = field === undefined ? 'values_unchanged' : 'value_unchanged';
    throw conflict(sentence(code, { name: name ?? 'The record' }));
  }
  const pick = (from: Values) =>
    Object.fromEntries(different.map((column) => [column, from[column]]));
  return { kind, id, name, values: { today: pick(today), before: pick(values) } };
}

/** Replaces image names by addresses, so that a person can see and compare the images. */
function withAddresses(values: Values, mediaUrl: string): Values {
  const images = IMAGE_COLUMNS.filter((column) => typeof values[column] === 'string');
  return { ...values, ...mapNames(images, (column) => mediaUrl + String(values[column])) };
}
