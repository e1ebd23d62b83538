import { FilterBar } from '~/components/list/filter-bar';
import { FilterControl } from '~/components/list/filter-control';
import { Select } from '~/components/ui/select';
import { INVITATION_STATES } from '~/contract/invitation-fields';
import { invitationSearch, type InvitationQuery } from '~/data/invitations/invitation-search';
import { apiKind } from '~/lib/api-kind';
import { msg, t, translate } from '~/lib/texts';

const SEARCH_FIELD = [
  {
    name: 'search',
    label: msg`Search`,
    placeholder: msg`Search by email, building or apartment...`,
  },
] as const;

const STATES = {
  '': '',
  failed: msg`Email failed`,
  queued: msg`Email queued`,
  sent: msg`Email sent`,
  expired: msg`Expired`,
} as const;

interface InvitationsToolbarProps {
  query: InvitationQuery;
  onChange: (change: Partial<InvitationQuery>, options?: { replace: boolean }) => void;
}

/** Search of Pending Invitations and, where the API says what became of the e-mails, their state. */
export function InvitationsToolbar({ query, onChange }: InvitationsToolbarProps) {
  return (
    <FilterBar
      fields={SEARCH_FIELD}
      values={{ search: query.search }}
      onChange={({ search }, options) => onChange({ search }, options)}
      childrenInUse={Number(query.state !== '')}
      className="roomy:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
    >
      {apiKind().isEmbedded && (
        <FilterControl label={t`Status`} printed={translate(STATES[query.state])}>
          {(id) => (
            <Select
              id={id}
              value={query.state}
              onChange={({ target }) =>
                onChange({ state: invitationSearch.read({ state: target.value }).state })
              }
            >
              <option value="">{t`Any status`}</option>
              {INVITATION_STATES.map((state) => (
                <option key={state} value={state}>
                  {translate(STATES[state])}
                </option>
              ))}
            </Select>
          )}
        </FilterControl>
      )}
    </FilterBar>
  );
}
