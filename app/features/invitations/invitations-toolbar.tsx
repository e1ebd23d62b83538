import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { FilterBar } from '~/components/list/filter-bar';
import { Label } from '~/components/ui/label';
import { Select } from '~/components/ui/select';
import { NO_CAPABILITIES } from '~/data/capabilities/capabilities';
import { capabilityQueries } from '~/data/capabilities/capabilities.queries';
import { invitationSearch, type InvitationQuery } from '~/data/invitations/invitation-search';

const SEARCH_FIELD = [
  { name: 'search', label: 'Search', placeholder: 'Search by email, building or apartment...' },
] as const;

interface InvitationsToolbarProps {
  query: InvitationQuery;
  onChange: (change: Partial<InvitationQuery>, options?: { replace: boolean }) => void;
}

/** Search of Pending Invitations and, where the API says what became of the e-mails, their state. */
export function InvitationsToolbar({ query, onChange }: InvitationsToolbarProps) {
  const { data: can = NO_CAPABILITIES } = useQuery(capabilityQueries.current());
  const id = useId();
  return (
    <FilterBar
      fields={SEARCH_FIELD}
      values={{ search: query.search }}
      onChange={({ search }, options) => onChange({ search }, options)}
      className="md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
    >
      {(can.invitationMailState || can.invitationExpiry) && (
        <div className="grid content-start gap-1.5">
          <Label htmlFor={id}>State</Label>
          <Select
            id={id}
            value={query.state}
            onChange={({ target }) =>
              onChange({ state: invitationSearch.read({ state: target.value }).state })
            }
          >
            <option value="">All States</option>
            {can.invitationMailState && (
              <>
                <option value="failed">Email failed</option>
                <option value="queued">Email queued</option>
                <option value="sent">Email sent</option>
              </>
            )}
            {can.invitationExpiry && <option value="expired">Expired</option>}
          </Select>
        </div>
      )}
    </FilterBar>
  );
}
