import { fieldsOf, readText } from '~/contract/reading';
import { invitationList } from './answers';
import { describeValue } from './conformity';
import type { BodyOf, INVITATION } from './entities';
import type { WriteContext } from './write-context';
import { error, idOf, recordsOf, type Walk } from './walk';

const INVITATIONS = '/admin/invitations';
const PENDING = `${INVITATIONS}?status=pending`;

/** Invites a building manager (the one role without an apartment), resends and withdraws the invitation. */
export async function walkInvitationChanges(
  { walk, mark, inviteEmail }: WriteContext,
  condoId: number,
): Promise<void> {
  const body = { email: inviteEmail, role: 'building_manager', condo_id: condoId } satisfies Omit<
    BodyOf<typeof INVITATION>,
    'apartment_id'
  >;
  const call = { method: 'POST', path: '/admin/invite-user', body } as const;
  await walk.rejectsStrangers(call);
  await walk.call(
    { ...call, body: { ...body, email: 'no-address' } },
    { purpose: 'rejects an invalid e-mail address', status: [422, 400] },
  );
  await walk.call(call, { purpose: 'invites a user', status: '2xx' });
  const id = idOf(await findInvitation(walk, inviteEmail, mark));
  if (id === null) {
    const path = `${INVITATIONS}/{id}`;
    walk.skip({ method: 'POST', path: `${path}/resend` }, 'resends an invitation', 'none was made');
    walk.skip({ method: 'DELETE', path }, 'deletes an invitation', 'none was made');
    return;
  }
  const path = `${INVITATIONS}/${id}`;
  await walk.rejectsStrangers({ method: 'POST', path: `${path}/resend` });
  await walk.call(
    { method: 'POST', path: `${path}/resend` },
    // Just invited: an API may ask to wait.
    { purpose: 'resends an invitation, or asks to wait', status: [200, 201, 202, 204, 429] },
  );
  await walk.rejectsStrangers({ method: 'DELETE', path });
  const deleted = await walk.call(
    { method: 'DELETE', path },
    { purpose: 'deletes an invitation', status: '2xx' },
  );
  if (deleted === undefined) return;
  await walk.call(
    { method: 'GET', path: PENDING },
    {
      purpose: 'is gone',
      status: [200],
      schema: invitationList,
      check: (json) =>
        recordsOf(json).some((record) => idOf(record) === id)
          ? [error('$', `no invitation ${id}`, 'it is still there')]
          : [],
    },
  );
}

async function findInvitation(walk: Walk, email: string, mark: string): Promise<unknown> {
  const list = await walk.call(
    { method: 'GET', path: PENDING },
    {
      purpose: 'the invitation is pending',
      status: [200],
      schema: invitationList,
      check: (json) => {
        const found = find(json, email);
        if (!found) return [error('$', `an invitation for ${email}`, describeValue(json))];
        const name = readText(fieldsOf(found.condo).name) ?? '';
        if (name.includes(mark)) return [];
        return [error('$[*].condo.name', 'the building it is for', describeValue(found.condo))];
      },
    },
  );
  return find(list, email);
}

function find(json: unknown, email: string) {
  return recordsOf(json).find((record) => readText(record.email) === email);
}
