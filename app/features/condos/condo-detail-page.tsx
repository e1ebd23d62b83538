import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { ErrorState } from '~/components/feedback/error-state';
import { LoadingState } from '~/components/feedback/query-state';
import { PageHeader } from '~/components/layout/page-header';
import { useLowerPart } from '~/components/layout/use-lower-part';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Skeleton } from '~/components/ui/skeleton';
import type { Condo } from '~/contract/condo-reading';
import type { Versioned } from '~/contract/versioned';
import { condoQueries } from '~/data/condos/condos.queries';
import { isGone } from '~/lib/app-error';
import { msg, t } from '~/lib/texts';
import { useDocumentTitle } from '~/lib/use-document-title';
import { useIsShown } from '~/lib/use-is-shown';
import { CondoApartments } from './condo-apartments';
import { CondoOverview } from './condo-overview';
import { CondoSections } from './condo-sections';
import { CondoTrail, condoVisits } from './condo-trail';
import { DeleteCondo } from './delete-condo';
import { UpdateCondo } from './update-condo';

const FAILURE_TEXT = msg`Error loading building or building not found.`;

interface CondoDetailPageProps {
  /** Null where the URL has no valid id. */
  condoId: number | null;
  /** Renders the button beside its apartments that exports them. */
  renderExport?: (condoId: number, condoName: string | null) => ReactNode;
  /** Cards below the building's own. */
  children?: ReactNode;
}

/** Building detail (docs/behaviour.md, "Buildings"). */
export function CondoDetailPage({ condoId, ...props }: CondoDetailPageProps) {
  return (
    <>
      <CondoTrail condoId={condoId} />
      {condoId === null ? (
        <>
          <PageHeader title={t`Building`} />
          <ErrorState text={FAILURE_TEXT} />
        </>
      ) : (
        <CondoDetail condoId={condoId} {...props} />
      )}
    </>
  );
}

type CondoDetailProps = Omit<CondoDetailPageProps, 'condoId'> & { condoId: number };

function CondoDetail({ condoId, ...props }: CondoDetailProps) {
  const query = condoQueries.detail(condoId);
  const { data: condo, error, isPending, refetch } = useQuery(query);
  useDocumentTitle(condo?.name);
  const isMissing = isGone(condo, error);
  if (condo && !isMissing) return <LoadedCondo condoId={condoId} condo={condo} {...props} />;
  return (
    <>
      <PageHeader title={t`Building`} />
      {isPending ? (
        <LoadingState text={t`Loading building details...`} queryKey={query.queryKey}>
          <div className="grid gap-5">
            <Skeleton className="h-48 rounded-lg" />
            <Skeleton className="h-72 rounded-lg" />
          </div>
        </LoadingState>
      ) : (
        <ErrorState text={FAILURE_TEXT} onRetry={isMissing ? undefined : () => void refetch()} />
      )}
    </>
  );
}

function LoadedCondo(props: CondoDetailProps & { condo: Versioned<Condo> }) {
  const { condoId, condo, renderExport, children } = props;
  const hasLowerPart = useLowerPart();
  const [deleting, setDeleting] = useState<Condo | null>(null);
  /** How often Edit was pressed; once where the address asks for it. */
  const [editRequests, setEditRequests] = useState(
    useLocation({ select: ({ hash }) => (hash === 'edit' ? 1 : 0) }),
  );
  const { query } = condoVisits.useLast(condoId);
  const navigate = useNavigate();
  const isShown = useIsShown();
  const client = useQueryClient();
  async function leave(): Promise<void> {
    if (isShown()) await navigate({ to: '/condos', search: query });
    client.removeQueries({ queryKey: condoQueries.detail(condoId).queryKey });
  }
  return (
    <>
      <PageHeader
        title={condo.name || t`Building`}
        description={<CondoSections condoId={condoId} condo={condo} />}
        actions={
          <>
            <Button
              variant="secondary"
              data-key="e"
              onClick={() => setEditRequests(editRequests + 1)}
            >
              {t`Edit`} <span className="sr-only">{t`Building`}</span>
            </Button>
            <Button variant="danger" onClick={() => setDeleting({ ...condo, id: condoId })}>
              {t`Delete`} <span className="sr-only">{t`Building`}</span>
            </Button>
          </>
        }
      />
      <Card>
        <CondoOverview condo={condo} />
        {hasLowerPart && (
          <UpdateCondo condoId={condoId} condo={condo} editRequests={editRequests} />
        )}
      </Card>
      {hasLowerPart && (
        <>
          <CondoApartments condoId={condoId} condoName={condo.name}>
            {renderExport?.(condoId, condo.name)}
          </CondoApartments>
          {children}
        </>
      )}
      <DeleteCondo
        condo={deleting}
        onDeleted={() => void leave()}
        onDone={() => setDeleting(null)}
      />
    </>
  );
}
