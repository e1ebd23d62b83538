import { INVITATION_STATES } from './fields';
import { INVITABLE_ROLES } from '~/users/fields';
import { findingOriginParams } from '~/checks/search';
import { defineSearch, idParam, textParam, wordParam } from '~/rpc/list-search';

export const invitationSearch = defineSearch({
  search: textParam,
  state: wordParam([...INVITATION_STATES, ''], ''),
});

export type InvitationQuery = typeof invitationSearch.defaults;

/** Search params of Invite User: the initial values. */
export const inviteSearch = defineSearch({
  user_id: idParam,
  email: textParam,
  condo_id: idParam,
  apartment_id: idParam,
  role: wordParam([...INVITABLE_ROLES, ''], ''),
  ...findingOriginParams,
});

export type InviteSearch = Pick<
  typeof inviteSearch.defaults,
  'user_id' | 'email' | 'condo_id' | 'apartment_id' | 'role'
>;
