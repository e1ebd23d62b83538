import { Link } from '@tanstack/react-router';
import { listVisits } from '~/kit/list/list-visit';
import { RecordTrail } from '~/kit/list/record-trail';
import type { CondoQuery } from '~/condos/search';
import { t } from '~/language/texts';

export const condoVisits = listVisits<CondoQuery>();

export function CondoTrail({ condoId }: { condoId: number | null }) {
  const { query, ids } = condoVisits.useLast(condoId);
  return (
    <RecordTrail
      id={condoId}
      ids={ids}
      noun={t`building`}
      formKey={`condo/${condoId}`}
      back={
        <Link to="/condos" search={query} className="link">
          {t`Buildings`}
        </Link>
      }
      renderNeighbour={(id, props) => (
        <Link to="/condos/$condoId" params={{ condoId: id }} {...props} />
      )}
    />
  );
}
