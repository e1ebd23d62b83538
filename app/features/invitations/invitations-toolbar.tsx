import { useId } from 'react';
import { FilterBar } from '~/components/list/filter-bar';
import { Label } from '~/components/ui/label';
import { Select } from '~/components/ui/select';
import { invitationSearch, type InvitationQuery } from '~/data/invitations/invitation-search';
import { apiKind } from '~/lib/api-kind';

const SEARCH_FIELD = [
  { name: 'search', label: 'Search', placeholder: 'Search by email, building or apartment...' },
] as const;

interface InvitationsToolbarProps {
  query: InvitationQuery;
  onChange: (change: Partial<InvitationQuery>, options?: { replace: boolean }) => void;
}

/** Search of Pending Invitations and, where the API says what became of the e-mails, their state. */
export function InvitationsToolbar({ query, onChange }: InvitationsToolbarProps) {
  const id = useId();
  return (
    <FilterBar
      fields={SEARCH_FIELD}
      values={{ search: query.search }}
      onChange={({ search }, options) => onChange({ search }, options)}
      className="md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
    >
      {apiKind().isEmbedded && (
        <div className="grid content-start gap-1.5">
          <Label htmlFor={id}>Status</Label>
          <Select
            id={id}
            value={query.state}
            onChange={({ target }) =>
              onChange({ state: invitationSearch.read({ state: target.value }).state })
            }
          >
            <option value="">Any status</option>
            <option value="failed">Email failed</option>
            <option value="queued">Email queued</option>
            <option value="sent">Email sent</option>
            <option value="expired">Expired</option>
          </Select>
        </div>
      )}
    </FilterBar>
  );
}
