import { changedValues } from '~/fields/field-values';
import { mapNames, namesOf } from '~/fields/fields';
import type { InvitePayload } from '~/invitations/schema';
import { toast } from '~/kit/feedback/toast';
import { t } from '~/language/texts';
import type { CallAnswer } from '~/rpc/calls';
import { change } from '~/rpc/client.functions';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { changeEmbedded } from '~/rpc/queries';
import { changeableFields } from '~/users/fields';
import type { TenancyRecord } from '~/users/schema';
import { updateTenancy, type TenancyTask } from './task';
import { isInvitation, type Body } from './task-values';

/**
 * Makes the task's call on the association in the version that the dialog has shown. New records are
 * created only once for a `key`.
 * @returns the function that undoes the call. If somebody else has changed the record since, it writes
 * nothing
 */
export async function perform(
  task: TenancyTask,
  { values, seen }: Body,
  version: string | null,
  key: string,
): Promise<() => Promise<unknown>> {
  const { user_id, condo_id, apartment_id, on, until, notify } = values;
  // Values that this task does not change keep the latest state of others.
  const changed =
    task.kind === 'edit'
      ? namesOf(changeableFields).filter((name) => (seen?.[name] ?? '') !== (values[name] ?? ''))
      : (['until'] as const);
  /**
   * One call deletes the association that has begun instead and restores the previous one, or does neither.
   */
  const putBack = (
    before: TenancyRecord,
    written: string | null,
    begun?: CallAnswer<'tenancies.move'>,
  ) => {
    const former: object = mapNames(changed, (name) => before[name]);
    const removes = begun && { id: begun.id, version: begun.version };
    return updateTenancy({ id: before.id, body: { ...former, removes }, version: written });
  };
  const fields = changedValues(changeableFields, values, seen);
  if (seen && (task.kind === 'end' || task.kind === 'edit')) {
    const body = task.kind === 'end' ? { until, notify } : fields;
    const { version: written } = await updateTenancy({ id: seen.id, body, version });
    return () => putBack(seen, written);
  }
  if (seen && task.kind === 'move') {
    const body = { apartment_id: apartment_id ?? 0, on, notify };
    const moved = await changeEmbedded('tenancies.move', { id: seen.id, body, version });
    return () => putBack(seen, moved.ended?.version ?? null, moved);
  }
  const { first_name, last_name, email, phone, language } = values;
  const isNew = user_id === null;
  const person = { first_name, last_name, email, phone, language };
  if (isNew && condo_id == null) {
    const entered = await changeEmbedded('people.create', { body: person, key });
    return () => change('users.delete', { id: entered.id });
  }
  const home = {
    condo_id: condo_id ?? 0,
    apartment_id: seen ? seen.apartment_id : apartment_id,
  };
  const made = await changeEmbedded('tenancies.create', {
    key,
    body: {
      ...changedValues(changeableFields, values),
      ...home,
      ...(isNew ? person : { user_id: user_id ?? 0 }),
      notify,
      ...(seen && {
        ends: { id: seen.id, until: values.ends.until, version: version ?? undefined },
      }),
    },
  });
  if (isInvitation(values)) {
    const { role, since } = fields;
    await sendInvitation({ ...home, user_id: made.user_id, email, language, role, since });
  }
  return async () => {
    if (seen) await putBack(seen, made.ended?.version ?? null, made);
    // This changes nothing, but fails if somebody else has changed the association.
    else await updateTenancy({ id: made.id, body: {}, version: made.version });
    // Deleting a new person also removes a current or future association. A past one would stay, so it is
    // deleted too.
    const isLeft = !seen && (!isNew || made.state === 'past');
    if (isLeft) await change('associations.delete', { id: made.id });
    if (isNew) await change('users.delete', { id: made.user_id });
  };
}

/**
 * Sends an invitation. The person is stored already: a failure is only reported, and the invitation can be
 * sent from their page.
 */
async function sendInvitation(body: InvitePayload): Promise<void> {
  try {
    await change('invite.send', { body });
  } catch (error) {
    toast.error(t`Failed to send invitation: ${detailOrMessage(error)}`);
  }
}
