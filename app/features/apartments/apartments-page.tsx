import { useState, type ReactNode } from 'react';
import { ListHeader } from '~/components/list/list-header';
import { FilterBar } from '~/components/list/filter-bar';
import { useSetSearch } from '~/components/list/use-set-search';
import type { ApartmentQuery } from '~/data/apartments/apartment-search';
import { msg, t } from '~/lib/texts';
import { ApartmentsList } from './apartments-list';

const SEARCH_FIELD = [
  { name: 'search', label: msg`Search`, placeholder: msg`Search apartments by unit number...` },
] as const;

interface ApartmentsPageProps {
  query: ApartmentQuery;
  exporting?: ReactNode;
}

/** Apartments Management (docs/behaviour.md, "Apartments"). The search is in the URL. */
export function ApartmentsPage({ query, exporting }: ApartmentsPageProps) {
  const setSearch = useSetSearch<ApartmentQuery>();
  const [typed, setTyped] = useState(query);
  return (
    <>
      <ListHeader
        title={t`Apartments Management`}
        exporting={exporting}
        add={t`Add New Apartment`}
        to="/apartments/create"
      />
      <FilterBar fields={SEARCH_FIELD} values={query} onChange={setSearch} onType={setTyped} />
      <ApartmentsList search={query.search} typed={typed.search} />
    </>
  );
}
