import { Link } from '@tanstack/react-router';
import { PageHeader } from '~/components/layout/page-header';
import { FilterBar } from '~/components/list/filter-bar';
import { useSetSearch } from '~/components/list/use-set-search';
import { buttonVariants } from '~/components/ui/button';
import type { ApartmentQuery } from '~/data/apartments/apartment-search';
import { ApartmentsList } from './apartments-list';

const SEARCH_FIELD = [
  { name: 'search', label: 'Search', placeholder: 'Search apartments by unit number...' },
] as const;

/** Apartments Management (docs/behaviour.md, "Apartments"). The search is in the URL. */
export function ApartmentsPage({ query }: { query: ApartmentQuery }) {
  const setSearch = useSetSearch<ApartmentQuery>();
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
      <FilterBar fields={SEARCH_FIELD} values={query} onChange={setSearch} />
      <ApartmentsList search={query.search} />
    </>
  );
}
