import { INVITABLE_ROLES } from '~/users/roles';
import { backToFinding, findingOriginParams } from '~/checks/search';
import { defineSearch, idParam, textParam, wordParam } from '~/rpc/list-search';

export const INVITATION_STATES = ['failed', 'none', 'queued', 'sent', 'ending', 'expired'] as const;

export const invitationSearch = defineSearch({
  search: textParam,
  state: wordParam([...INVITATION_STATES, ''], ''),
});

export type InvitationQuery = typeof invitationSearch.defaults;

/** Search params of Invite User: the initial values, and the screen that the user came from. */
export const inviteSearch = defineSearch({
  user_id: idParam,
  email: textParam,
  condo_id: idParam,
  apartment_id: idParam,
  role: wordParam([...INVITABLE_ROLES, ''], ''),
  from: wordParam(['condo', ''], ''),
  ...findingOriginParams,
});

export type InviteSearch = Pick<
  typeof inviteSearch.defaults,
  'user_id' | 'email' | 'condo_id' | 'apartment_id' | 'role'
>;

/** Link back to the building or the finding where the invitation was requested; null from elsewhere. */
export function backFromInvite({ from, ...search }: typeof inviteSearch.defaults) {
  const { condo_id: condoId } = search;
  return from === 'condo' && condoId !== null
    ? ({ to: '/condos/$condoId', params: { condoId } } as const)
    : backToFinding(search);
}
