import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ApartmentForm } from '~/apartments/screens/form/apartment-form';
import { useApartmentSeries } from '~/apartments/screens/form/apartment-series';
import { QueryContent, EmptyState } from '~/kit/feedback/query-state';
import { toast } from '~/kit/feedback/toast';
import { PageHeader, TitledCard } from '~/kit/ui/card';
import { buttonVariants } from '~/kit/ui/button';
import { Skeleton } from '~/kit/ui/skeleton';
import { apartmentMutations } from '~/apartments/queries';
import { allCondosQuery, type CondoOption } from '~/condos/queries';
import type { backToFinding } from '~/checks/search';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { t } from '~/language/texts';
import { useIsShown } from '~/kit/ui/page-moments';

interface CreateApartmentPageProps {
  condoId?: number | null;
  /** Link back to the finding that led here; without one, back to the apartments. */
  back?: ReturnType<typeof backToFinding>;
}

/**
 * Create apartment (docs/behaviour/apartments.md). The user chooses a building first; on success back to
 * the list.
 */
export function CreateApartmentPage({ condoId = null, back = null }: CreateApartmentPageProps) {
  return (
    <>
      <PageHeader title={t`Create New Apartment`} />
      <TitledCard className="max-w-4xl" title={t`Apartment Details`}>
        <QueryContent
          query={allCondosQuery}
          loading={t`Loading condos...`}
          error={(error) => t`Error loading condos: ${detailOrMessage(error)}`}
          skeleton={<Skeleton className="h-80" />}
        >
          {(condos) =>
            condos.length > 0 ? (
              // The key resets the form when the building changes.
              <CreateApartment key={condoId} condos={condos} condoId={condoId} back={back} />
            ) : (
              <EmptyState
                title={t`No condos available to create an apartment. Please create a condo first.`}
                action={
                  <Link to="/condos/create" className={buttonVariants({ variant: 'secondary' })}>
                    {t`Add New Building`}
                  </Link>
                }
              />
            )
          }
        </QueryContent>
      </TitledCard>
    </>
  );
}

interface CreateApartmentProps extends Required<CreateApartmentPageProps> {
  condos: readonly CondoOption[];
}

function CreateApartment({ condos, condoId, back }: CreateApartmentProps) {
  const create = useMutation(apartmentMutations.create(useQueryClient()));
  const navigate = useNavigate();
  const isShown = useIsShown();
  const series = useApartmentSeries(() => (condoId === null ? undefined : { condo_id: condoId }));
  return (
    <ApartmentForm
      key={series.key}
      {...series.props}
      condos={condos}
      save={(payload) => create.mutateAsync(payload)}
      onSaved={() => {
        toast.success(t`Apartment created successfully!`);
        return isShown() ? navigate(back ?? { to: '/apartments' }) : undefined;
      }}
      onServerError={(error) =>
        toast.error(t`Failed to create apartment: ${detailOrMessage(error)}`)
      }
    />
  );
}
