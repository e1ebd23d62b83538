import { Link, useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { PageHeader } from '~/components/layout/page-header';
import { buttonVariants } from '~/components/ui/button';
import { Card, CardContent } from '~/components/ui/card';
import { Input } from '~/components/ui/input';
import { Label } from '~/components/ui/label';
import { useFilterDraft } from '~/lib/use-filter-draft';
import { ApartmentsList } from './apartments-list';
import type { ApartmentSearch } from './apartment-search';

/** Apartments Management (docs/behaviour.md, "Apartments"). The search is in the URL. */
export function ApartmentsPage({ search }: ApartmentSearch) {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title="Apartments Management"
        actions={
          <Link to="/apartments/create" className={buttonVariants({ variant: 'primary' })}>
            Add New Apartment
          </Link>
        }
      />
      <SearchBox
        search={search}
        onSearch={(next, { replace }) =>
          void navigate({
            to: '/apartments',
            search: { search: next },
            replace,
            resetScroll: false,
          })
        }
      />
      <ApartmentsList search={search} />
    </>
  );
}

interface SearchBoxProps {
  search: string;
  onSearch: (search: string, options: { replace: boolean }) => void;
}

function SearchBox({ search, onSearch }: SearchBoxProps) {
  const draft = useFilterDraft({ search }, (values, options) => onSearch(values.search, options));
  const id = useId();
  return (
    <Card>
      <CardContent>
        <form
          role="search"
          className="grid gap-1.5"
          onSubmit={(event) => {
            event.preventDefault();
            draft.flush();
          }}
        >
          <Label htmlFor={id}>Search</Label>
          <Input
            id={id}
            type="search"
            placeholder="Search apartments by unit number..."
            autoComplete="off"
            value={draft.values.search}
            onChange={(event) => draft.change('search', event.target.value)}
          />
        </form>
      </CardContent>
    </Card>
  );
}
