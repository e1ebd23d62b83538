import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RecordKind } from '~/contract/history';
import { NO_CAPABILITIES } from '../capabilities/capabilities';
import { capabilityQueries } from '../capabilities/capabilities.queries';
import { ownChange } from '../own-call';

/** Brings a deleted record back; undefined where the API cannot. */
export function useUndoDelete(kind: RecordKind): ((id: number) => Promise<unknown>) | undefined {
  const { data: can = NO_CAPABILITIES } = useQuery(capabilityQueries.current());
  const restore = useMutation(ownChange(useQueryClient(), 'history.restoreRecord'));
  return can.restore ? (id) => restore.mutateAsync({ body: { kind, id } }) : undefined;
}
