import { useState, type ComponentProps, type MouseEvent, type ReactNode } from 'react';
import { condoPlace, type Condo } from '~/condos/fields';
import { textOrDash, formatDateOnly, formatDateTime, formatNumber } from '~/language/format';
import { t } from '~/language/texts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { ErrorState, RightsMissing } from '~/kit/feedback/error-state';
import { LoadingState } from '~/kit/feedback/query-state';
import { PageHeader, Card, Fact } from '~/kit/ui/card';
import { Button } from '~/kit/ui/button';
import { Skeleton } from '~/kit/ui/skeleton';
import type { Versioned } from '~/rpc/versioned';
import { apartmentQueries } from '~/apartments/queries';
import { condoQueries } from '~/condos/queries';
import { invitationQueries } from '~/invitations/queries';
import { isOfCondo, userQueries } from '~/users/queries';
import { apiKind, today } from '~/rpc/api-kind';
import { mayI } from '~/rpc/own-rights';
import { isRecordMissing } from '~/rpc/errors/app-error';
import { cn } from '~/kit/ui/cn';
import { BelowFirst } from '~/kit/layout/below-first';
import { useDocumentTitle } from '~/kit/layout/page-focus';
import { useIsShown, usePainted } from '~/kit/ui/page-moments';
import { CondoTrail, condoVisits } from './condo-trail';
import { DeleteCondo } from './delete-condo';
import { UpdateCondo } from './update-condo';

/** Position on wide screens: at the end of the two rows of facts. */
const BESIDE_FACTS =
  'xl:col-span-2 xl:col-start-4 xl:row-span-2 xl:row-start-1 print:row-start-auto';

/** The overview of a building: address, description and its other fields. */
export function CondoOverview({ condo }: { condo: Condo }) {
  return (
    <div className="flex flex-col gap-x-6 gap-y-4 px-5 py-3 md:flex-row print:flex-row">
      {condo.image_url && (
        <CondoImage
          key={condo.image_url}
          src={condo.image_url}
          alt={t`Image of ${condo.name ?? t`the building`}`}
          className="aspect-[684/368] rounded-lg object-cover md:w-48 md:shrink-0 md:self-start print:w-64 print:shrink-0 print:self-start"
        />
      )}
      <dl className="grid min-w-0 flex-1 grid-cols-2 content-start gap-x-6 gap-y-3 sm:grid-cols-3 xl:grid-cols-[1fr_1.2fr_1.5fr_0.9fr_0.9fr] print:grid-cols-3">
        <KnownFact label={t`Address`} className="whitespace-pre-line">
          {textOrDash(condo.address)}
        </KnownFact>
        <KnownFact label={t`Location`}>{locationOf(condo)}</KnownFact>
        <KnownFact label={t`Website`} className="max-sm:col-span-full">
          {condo.website && <Website address={condo.website} />}
        </KnownFact>
        <KnownFact label={t`Date Built`}>{formatDateOnly(condo.date_built)}</KnownFact>
        <KnownFact label={t`Number of Units`}>{formatNumber(condo.number_of_units)}</KnownFact>
        <KnownFact label={t`Created`} className="max-sm:col-span-full">
          {formatDateTime(condo.created_at)}
        </KnownFact>
        <KnownFact
          label={t`Description`}
          className={`col-span-full whitespace-pre-line ${BESIDE_FACTS} print:col-span-full`}
        >
          {textOrDash(condo.description)}
        </KnownFact>
      </dl>
    </div>
  );
}

/** A fact that is left out if it has no value. */
function KnownFact(props: ComponentProps<typeof Fact>) {
  const { children } = props;
  return children && children !== '-' ? <Fact {...props} /> : null;
}

function locationOf(condo: Condo) {
  const city = [condo.zip_code, condo.city].filter(Boolean).join(' ');
  if (!city && !condo.state && !condo.country) return null;
  return (
    <>
      <span className="flex flex-wrap gap-x-3">
        {city && (
          <span translate="no" className="min-w-0 wrap-anywhere">
            {city}
          </span>
        )}
        <Flagged flag={condo.flag_url} text={condo.state} />
      </span>
      <Flagged flag={condo.country_flag_url} text={condo.country} />
    </>
  );
}

function Flagged({ flag, text }: { flag: string | null; text: string | null }) {
  if (!flag && !text) return null;
  return (
    <span className="flex items-center gap-2">
      {flag && (
        <CondoImage
          key={flag}
          src={flag}
          alt=""
          className="size-5 shrink-0 rounded-xs object-contain outline -outline-offset-1 outline-line"
        />
      )}
      <span>{text}</span>
    </span>
  );
}

/** An image that renders nothing when its file cannot be loaded. */
function CondoImage({ src, alt, className }: { src: string; alt: string; className: string }) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return null;
  return <img src={src} alt={alt} className={className} onError={() => setFailed(true)} />;
}

/** Only http(s) addresses become links: a stored text with any other scheme stays plain text. */
function Website({ address }: { address: string }) {
  if (!/^https?:\/\//i.test(address)) return <>{address}</>;
  const host = address.indexOf('//') + 2;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className="link">
      {address.slice(0, host)}
      <wbr />
      {address.slice(host)}
    </a>
  );
}

interface CondoDetailPageProps {
  /** Null if the URL has no valid id. */
  condoId: number | null;
  /** Renders the cards below the building's own, which are about its apartments and people. */
  children?: (condo: { condoId: number; condoName: string | null }) => ReactNode;
  /**
   * Renders the card of the building's history. For a missing building it appears only if there is a
   * history.
   */
  renderHistory?: (isMissing: boolean) => ReactNode;
}

/** Building detail (docs/behaviour/condo.md). */
export function CondoDetailPage({ condoId, ...props }: CondoDetailPageProps) {
  return (
    <>
      <CondoTrail condoId={condoId} />
      {condoId === null ? (
        <>
          <PageHeader title={t`Building`} />
          <CondoFailure />
        </>
      ) : (
        <CondoDetail condoId={condoId} {...props} />
      )}
    </>
  );
}

type CondoDetailProps = Omit<CondoDetailPageProps, 'condoId'> & { condoId: number };

/** The failure of the building's query. Without `onRetry` the building does not exist. */
export function CondoFailure({ onRetry }: { onRetry?: (() => void) | undefined }) {
  return (
    <ErrorState text={t`Error loading building or building not found.`} onRetry={onRetry}>
      {!onRetry && (
        <>
          <p>{t`It may have been deleted, or this address may be wrong.`}</p>
          <Link to="/condos" className="link">
            {t`Back to all buildings`}
          </Link>
        </>
      )}
    </ErrorState>
  );
}

function CondoDetail({ condoId, renderHistory, ...props }: CondoDetailProps) {
  const query = condoQueries.shown(useQueryClient(), condoId);
  const { data: condo, error, isPending, isPlaceholderData, refetch } = useQuery(query);
  useDocumentTitle(condo?.name);
  const isMissing = isRecordMissing(condo, error);
  return (
    <>
      {condo && !isMissing ? (
        <KnownCondo condoId={condoId} condo={condo} isWaiting={isPlaceholderData} {...props} />
      ) : (
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
            <CondoFailure onRetry={isMissing ? undefined : () => void refetch()} />
          )}
        </>
      )}
      <BelowFirst>{renderHistory?.(isMissing)}</BelowFirst>
    </>
  );
}

/**
 * `isWaiting` is true while a list's row is shown, which cannot be changed until the building itself has
 * loaded.
 */
function KnownCondo(props: CondoDetailProps & { condo: Versioned<Condo>; isWaiting: boolean }) {
  const { condoId, condo, isWaiting, children } = props;
  const [deleting, setDeleting] = useState<Condo | null>(null);
  /** Number of requests to edit. It starts at one if the URL requests the form. */
  const [editRequests, setEditRequests] = useState(
    useLocation({ select: ({ hash }) => (hash === 'edit' ? 1 : 0) }),
  );
  const mayEdit = mayI('propose');
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
          mayEdit && (
            <>
              <Button
                variant="secondary"
                data-key="e"
                aria-disabled={isWaiting}
                onClick={() => setEditRequests(editRequests + 1)}
              >
                {t`Edit`} <span className="sr-only">{t`Building`}</span>
              </Button>
              {mayI('write') && (
                <Button
                  variant="danger"
                  aria-disabled={isWaiting}
                  onClick={() => setDeleting({ ...condo, id: condoId })}
                >
                  {t`Delete`} <span className="sr-only">{t`Building`}</span>
                </Button>
              )}
            </>
          )
        }
      />
      <Card>
        <CondoOverview condo={condo} />
        {mayEdit ? (
          <UpdateCondo
            condoId={condoId}
            condo={isWaiting ? undefined : condo}
            editRequests={editRequests}
          />
        ) : (
          editRequests > 0 && <RightsMissing />
        )}
      </Card>
      <BelowFirst>{children?.({ condoId, condoName: condo.name })}</BelowFirst>
      <DeleteCondo
        condo={deleting}
        onDeleted={() => void leave()}
        onDone={() => setDeleting(null)}
      />
    </>
  );
}

/** The building's place, and links to the sections of its page with their counts if known. */
function CondoSections({ condoId, condo }: { condoId: number; condo: Condo }) {
  const place = condoPlace(condo);
  const enabled = usePainted();
  const { data: apartments } = useQuery({ ...apartmentQueries.ofCondo(condoId), enabled });
  const { data: people } = useQuery({ ...userQueries.ofCondo(condoId), enabled });
  const { data: pending } = useQuery({ ...invitationQueries.pending(), enabled });
  const named = { condoId, condoName: condo.name };
  const invitations = pending?.filter((one) => isOfCondo(one, named)).length;
  return (
    <span className="flex flex-wrap items-baseline gap-x-5">
      {place && (
        <span translate="no" className="min-w-0 wrap-anywhere">
          {place}
        </span>
      )}
      <nav aria-label={t`On this page`} className="contents print:hidden">
        <Section id="apartments" label={t`Apartments`} count={apartments?.length} />
        <Section
          id="people"
          label={t`People`}
          count={people?.total ?? (people?.totalPages === 1 ? people.users.length : undefined)}
        />
        {invitations !== undefined && invitations > 0 && (
          <Section id="invitations" label={t`Invitations`} count={invitations} />
        )}
        {apiKind().isEmbedded && <Section id="history" label={t`History`} />}
      </nav>
      {apiKind().isEmbedded && (
        <>
          <Link
            to="/condos/$condoId"
            params={{ condoId }}
            search={{ as_of: today() }}
            className="link print:hidden"
          >
            {t`As of a day`}
          </Link>
          <Link to="/moves" search={{ condo_id: condoId }} className="link print:hidden">
            {t`Moves`}
          </Link>
        </>
      )}
    </span>
  );
}

interface SectionProps {
  id: string;
  label: string;
  /** The section's count: undefined while unknown; missing if nothing is counted. */
  count?: number | undefined;
}

function Section(props: SectionProps) {
  const { id, label, count } = props;
  return (
    <a
      href={`#${id}`}
      // Room for a number that comes later: a space and two digits.
      className={cn('link', 'count' in props && count === undefined && 'pr-[2.5ch]')}
      onClick={(event) => show(event, id)}
    >
      {label}
      {count !== undefined && (
        <>
          {' '}
          <span className="inline-block min-w-[2ch] [text-decoration:inherit]">{count}</span>
        </>
      )}
    </a>
  );
}

/** Scrolls without a history entry. The focus moves to the section, so that Tab continues there. */
function show(event: MouseEvent, id: string): void {
  const section = document.getElementById(id);
  if (!section) return;
  event.preventDefault();
  section.scrollIntoView();
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
}
