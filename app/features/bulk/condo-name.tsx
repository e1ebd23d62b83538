import { useQuery } from '@tanstack/react-query';
import { unnamedCondo } from '~/data/condos/condo-options';
import { condoQueries } from '~/data/condos/condos.queries';

/** A building's name, once it is known. */
export function CondoName({ condoId }: { condoId: number }) {
  const { data } = useQuery(condoQueries.detail(condoId));
  return data?.name || unnamedCondo(condoId);
}
