import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ApartmentForm } from '~/components/apartments/apartment-form';
import { useApartmentSeries } from '~/components/apartments/use-apartment-series';
import { EmptyState, ErrorState, LoadingState } from '~/components/feedback/query-state';
import { toast } from '~/components/feedback/toast';
import { PageHeader } from '~/components/layout/page-header';
import { buttonVariants } from '~/components/ui/button';
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card';
import { Skeleton } from '~/components/ui/skeleton';
import { apartmentMutations } from '~/data/apartments/apartments.mutations';
import { allCondosQuery, type CondoOption } from '~/data/condos/condo-options';
import { detailOrMessage } from '~/lib/app-error';

/** Create apartment (docs/behaviour.md, "Apartments"): needs a building; on success back to the list. */
export function CreateApartmentPage() {
  return (
    <>
      <PageHeader title="Create New Apartment" />
      <Card>
        <CardHeader>
          <CardTitle>Apartment Details</CardTitle>
        </CardHeader>
        <CardContent>
          <WithCondos />
        </CardContent>
      </Card>
    </>
  );
}

function WithCondos() {
  const condos = useQuery(allCondosQuery);
  if (!condos.data) {
    return condos.isError ? (
      <ErrorState
        text={`Error loading condos: ${detailOrMessage(condos.error)}`}
        onRetry={() => void condos.refetch()}
      />
    ) : (
      <LoadingState text="Loading condos..." queryKey={allCondosQuery.queryKey}>
        <Skeleton className="h-80" />
      </LoadingState>
    );
  }
  return condos.data.length > 0 ? <CreateApartment condos={condos.data} /> : <NoCondos />;
}

function NoCondos() {
  return (
    <EmptyState
      title="No condos available to create an apartment. Please create a condo first."
      action={
        <Link to="/condos/create" className={buttonVariants({ variant: 'secondary' })}>
          Add New Building
        </Link>
      }
    />
  );
}

const CREATED_TEXT = 'Apartment created successfully!';

function CreateApartment({ condos }: { condos: readonly CondoOption[] }) {
  const create = useMutation(apartmentMutations.create(useQueryClient()));
  const navigate = useNavigate();
  const series = useApartmentSeries(CREATED_TEXT);
  return (
    <ApartmentForm
      key={series.added}
      {...series.props}
      condos={condos}
      submitLabel="Create Apartment"
      save={(payload) => create.mutateAsync(payload)}
      onSaved={() => {
        toast.success(CREATED_TEXT);
        void navigate({ to: '/apartments' });
      }}
      onServerError={(error) =>
        toast.error(`Failed to create apartment: ${detailOrMessage(error)}`)
      }
    />
  );
}
