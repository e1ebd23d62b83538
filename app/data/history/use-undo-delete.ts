import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RecordKind } from '~/contract/history';
import { NO_CAPABILITIES } from '../capabilities/capabilities';
import { capabilityQueries } from '../capabilities/capabilities.queries';
import { restoreMutations } from './restore.queries';

/** Brings a deleted record back; undefined where the API cannot. */
export function useUndoDelete(kind: RecordKind): ((id: number) => Promise<unknown>) | undefined {
  const { data: can = NO_CAPABILITIES } = useQuery(capabilityQueries.current());
  const restore = useMutation(restoreMutations.record(useQueryClient(), kind));
  return can.restore ? restore.mutateAsync : undefined;
}
