import { useQuery } from '@tanstack/react-query';
import { unnamedCondo } from '~/data/condos/condo-options';
import { condoQueries } from '~/data/condos/condos.queries';

export function CondoName({ condoId }: { condoId: number }) {
  const { data } = useQuery(condoQueries.detail(condoId));
  return data?.name || unnamedCondo(condoId);
}
