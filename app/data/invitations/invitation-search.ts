import { defineSearch, textParam, wordParam } from '~/lib/define-search';

/** The states that pending invitations can be narrowed to; the empty one narrows nothing. */
export const INVITATION_STATES = ['failed', 'queued', 'sent', 'expired'] as const;

/** The search params of Pending Invitations. */
export const invitationSearch = defineSearch({
  search: textParam,
  state: wordParam([...INVITATION_STATES, ''], ''),
});

/** What Pending Invitations shows; an empty text and an empty state mean "no filter". */
export type InvitationQuery = typeof invitationSearch.defaults;
