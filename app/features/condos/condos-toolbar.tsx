import { useId } from 'react';
import { Button } from '~/components/ui/button';
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card';
import { Input } from '~/components/ui/input';
import { Label } from '~/components/ui/label';
import { useFilterDraft } from '~/lib/use-filter-draft';
import { CONDO_FILTERS, type CondoFilters } from './condo-search';

const NO_FILTERS: CondoFilters = { search: '', city: '', state: '', zip_code: '', country: '' };

const LABELS: CondoFilters = {
  search: 'Search',
  city: 'City/Town/Commune',
  state: 'Canton',
  zip_code: 'Zip Code',
  country: 'Country',
};

interface CondosToolbarProps {
  filters: CondoFilters;
  onChange: (filters: CondoFilters, options: { replace: boolean }) => void;
}

/** The "Search & Filters" card of the building list. */
export function CondosToolbar({ filters, onChange }: CondosToolbarProps) {
  const draft = useFilterDraft(filters, onChange);
  const id = useId();
  const anyFilled = CONDO_FILTERS.some((name) => draft.values[name] !== '');
  return (
    <Card>
      <CardHeader>
        <CardTitle>Search &amp; Filters</CardTitle>
        {anyFilled && (
          <Button variant="secondary" size="sm" onClick={() => draft.replaceAll(NO_FILTERS)}>
            Clear All Filters
          </Button>
        )}
      </CardHeader>
      <CardContent>
        <form
          role="search"
          className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4"
          onSubmit={(event) => {
            event.preventDefault();
            draft.flush();
          }}
        >
          {CONDO_FILTERS.map((name) => (
            <div
              key={name}
              className={name === 'search' ? 'grid gap-1.5 sm:col-span-full' : 'grid gap-1.5'}
            >
              <Label htmlFor={`${id}-${name}`}>{LABELS[name]}</Label>
              <Input
                id={`${id}-${name}`}
                type={name === 'search' ? 'search' : 'text'}
                placeholder={name === 'search' ? 'Search by name or address...' : undefined}
                autoComplete="off"
                value={draft.values[name]}
                onChange={(event) => draft.change(name, event.target.value)}
              />
            </div>
          ))}
        </form>
      </CardContent>
    </Card>
  );
}
