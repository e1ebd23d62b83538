import { CondoApartments } from '~/apartments/screens/condo-apartments';
import { CondoDetailPage } from '~/condos/screens/condo-detail-page';

/** The page of a building with its apartments, as the route puts them together. */
export function CondoScreen({ condoId }: { condoId: number }) {
  return (
    <CondoDetailPage condoId={condoId}>{(condo) => <CondoApartments {...condo} />}</CondoDetailPage>
  );
}
