import { useQuery } from '@tanstack/react-query';
import { unnamedCondo } from '~/condos/condo-options';
import { condoQueries } from '~/condos/queries';

export function CondoName({ condoId }: { condoId: number }) {
  const { data } = useQuery(condoQueries.detail(condoId));
  return data?.name || unnamedCondo(condoId);
}
