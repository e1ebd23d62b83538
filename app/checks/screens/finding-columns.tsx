import { EmailText } from '~/kit/ui/record-texts';
import { shownEmail } from '~/fields/shown-email';
import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { outcomeToasts } from '~/kit/feedback/toast';
import { columnsOf } from '~/kit/table/table-features';
import { RowButton } from '~/kit/table/row-actions';
import { Button, buttonVariants } from '~/kit/ui/button';
import type { FindingKind } from '~/checks/schema';
import type { Finding } from '~/checks/answers';
import { useEmbeddedChange } from '~/rpc/use-embedded-change';
import { isMove, isSharing, stateText } from './finding-texts';
import type { FindingAct } from './finding-dialog';
import { formatDate, formatDateTime, formatDay } from '~/language/format';
import { msg, t } from '~/language/texts';
import { mayI } from '~/rpc/own-rights';
import { dayAfter } from '~/fields/calendar-day';
import { periodText, type TenancyTask } from '~/users/tenancy/task';

const { columns, column, actions } = columnsOf<Finding>();

interface FindingColumns {
  kind: FindingKind;
  page: number;
  aside: boolean;
  /** The day of the list; empty means today. Findings of another day cannot be dismissed. */
  asOf: string;
  onAct: (act: FindingAct, finding: Finding) => void;
  onTask: (task: TenancyTask) => void;
  /** Renders the button that compares the accounts of one person. */
  renderCompare: RenderCompare;
}

export type RenderCompare = (ids: readonly number[], describedBy: string) => ReactNode;

export function findingColumns({ aside, ...context }: FindingColumns) {
  return columns([
    column(
      'record',
      msg`Record`,
      (finding) => (
        <span id={findingId(finding.record.id)} className="font-medium">
          <RecordLink kind={finding.record.kind} record={finding.record} condo={finding.condo_id} />
        </span>
      ),
      { selectable: true },
    ),
    column('state', msg`Problem`, (finding) => <FindingDetails finding={finding} />),
    ...(aside
      ? [
          column('set_aside', msg`Reason`, (finding) => (
            <>
              <span className="block wrap-anywhere">{finding.set_aside?.reason}</span>
              <span className="block text-xs text-muted">
                {formatDateTime(finding.set_aside?.at)}
              </span>
            </>
          )),
        ]
      : []),
    actions(
      aside ? '8rem' : BUTTONS_WIDTH[context.kind === 'unreported_move' ? 'moves' : 'others'],
      (finding) =>
        aside ? (
          <Reopen kind={context.kind} finding={finding} />
        ) : (
          <FindingActions {...context} finding={finding} />
        ),
      {
        narrow: aside ? '8rem' : '16.25rem',
        asks: !aside && onlyShows(context.kind) ? 'look' : 'write',
      },
    ),
  ]);
}

/** Room for the buttons of a finding on one line, in each language. */
const BUTTONS_WIDTH = { moves: '23.5rem', others: '19rem' } as const;

/** True for findings whose button changes nothing: it opens the print view or a comparison. */
const onlyShows = (kind: FindingKind) => isMove(kind) || kind === 'duplicate_person';

export function findingId(id: number): string {
  return `finding-${id}`;
}

interface RecordLinkProps {
  kind: Finding['record']['kind'];
  record: Finding['others'][number];
  condo: number | null;
}

/** Links an apartment to its building's page. An invitation is named by its address and links to the list. */
function RecordLink({ kind, record: { id, name }, condo }: RecordLinkProps) {
  const text = name ?? `#${id}`;
  const className = 'link wrap-anywhere';
  if (kind === 'user') {
    return (
      <Link to="/users/$userId" params={{ userId: id }} className={className}>
        <EmailText email={text} />
      </Link>
    );
  }
  if (kind === 'invitation') {
    return (
      <Link to="/pending-invitations" search={{ search: name ?? '' }} className={className}>
        <EmailText email={text} />
      </Link>
    );
  }
  const condoId = kind === 'condo' ? id : condo;
  if (condoId === null) return <span translate="no">{text}</span>;
  return (
    <Link to="/condos/$condoId" params={{ condoId }} translate="no" className={className}>
      {text}
    </Link>
  );
}

/** The finding's details; for duplicates, the other records. */
function FindingDetails({ finding }: { finding: Finding }): ReactNode {
  const { state, others, record, under_way: underWay } = finding;
  // `others` of an apartment are people. Their ids and days are in the state.
  const isOfPeople = record.kind === 'apartment';
  const [, ...words] = state.split(' ');
  const days = isOfPeople ? (words.shift() ?? '').split(',') : [];
  if (underWay) {
    return (
      <>
        <span className="block">{stateText(state)}</span>
        <span className="block text-muted wrap-anywhere">{t`Invited ${shownEmail(underWay.email)}, ${dayText(underWay.at)}`}</span>
      </>
    );
  }
  if (others.length === 0) return stateText(state);
  return (
    <ul>
      {others.map((other, index) => (
        <li key={`${other.id} ${days[index]}`}>
          <RecordLink kind={isOfPeople ? 'user' : record.kind} record={other} condo={null} />
          <span className="text-muted">{daysText(days[index])}</span>
        </li>
      ))}
      {words.length > 0 && <li>{stateText(words.join(' '))}</li>}
    </ul>
  );
}

/** ", since April 1, 2026" from "2026-04-01/" */
function daysText(interval = ''): string {
  const [since, until] = interval.split('/').map((day) => day || null);
  const text = periodText({ since: since ?? null, until: until ?? null });
  return text && `, ${text}`;
}

/** "today", "yesterday" or "Mar 5, 2025". */
function dayText(at: string): string {
  const day = formatDay(at);
  if (day === t`Today`) return t`today`;
  return day === t`Yesterday` ? t`yesterday` : formatDate(at);
}

interface FindingProps {
  kind: FindingKind;
  finding: Finding;
}

/** Labels are the accessible names of the buttons; the record's name is their description. */
function FindingActions(props: FindingProps & Omit<FindingColumns, 'aside'>) {
  const { kind, finding, asOf, onAct, onTask, renderCompare } = props;
  const { record, condo_id, state } = finding;
  const describedBy = useId();
  const button = { variant: 'secondary', size: 'sm', 'aria-describedby': describedBy } as const;
  const isVacancy = kind === 'empty_apartment' || kind === 'coming_vacancy';
  const mayWrite = mayI('write');
  return (
    <span className="flex flex-wrap gap-2 py-1">
      <span id={describedBy} hidden>
        {record.name}
      </span>
      {mayWrite && !finding.under_way && <CureLink {...props} describedBy={describedBy} />}
      {mayWrite && isVacancy && condo_id !== null && (
        <Button
          {...button}
          onClick={() =>
            onTask({
              kind: 'begin',
              condo_id,
              apartment_id: record.id,
              unit: record.name,
              ...firstDay(state, asOf),
            })
          }
        >
          {t`Move in`}
        </Button>
      )}
      {mayWrite && kind === 'unreported_move' && (
        <Button {...button} onClick={() => onAct('report', finding)}>
          {t`Reported...`}
        </Button>
      )}
      {isMove(kind) && (
        <Link
          to="/moves"
          search={{ ids: String(record.id) }}
          aria-describedby={describedBy}
          className={buttonVariants({ variant: 'secondary', size: 'sm' })}
        >
          {t`Print view`}
        </Link>
      )}
      {kind === 'duplicate_person' &&
        renderCompare(
          [record, ...finding.others].map(({ id }) => id),
          describedBy,
        )}
      {mayWrite && asOf === '' && (
        <Button {...button} onClick={() => onAct('dismiss', finding)}>
          {isSharing(kind) ? t`Mark as shared` : t`Dismiss`}
        </Button>
      )}
    </span>
  );
}

/** The day after a coming vacancy's last day of residence, otherwise the day of the list. */
function firstDay(state: string, asOf: string): { since?: string } {
  const since = dayAfter(state.slice(-'YYYY-MM-DD'.length)) ?? asOf;
  return since === '' ? {} : { since };
}

const ofApartment = ({ condo_id, record }: Finding) => ({ condo_id, apartment_id: record.id });

/** Search params of the invitation that resolves a finding. */
const INVITED: Readonly<Partial<Record<FindingKind, (finding: Finding) => object>>> = {
  empty_apartment: ofApartment,
  coming_vacancy: ofApartment,
  building_without_manager: ({ condo_id }) => ({ condo_id, role: 'building_manager' }),
  // Without an e-mail address the invitation creates an account for this person.
  person_without_association: ({ record: { id, email } }) =>
    email === null ? { user_id: id } : { email },
};

/** Link to the step that resolves a finding, unless that is on the record's own page. */
function CureLink({
  kind,
  page,
  asOf,
  finding,
  describedBy,
}: FindingProps & Pick<FindingColumns, 'page' | 'asOf'> & { describedBy: string }) {
  const origin = {
    finding: kind,
    finding_id: finding.record.id,
    finding_page: page,
    ...(asOf !== '' && { finding_day: asOf }),
  };
  const look = {
    'aria-describedby': describedBy,
    className: buttonVariants({ variant: 'secondary', size: 'sm' }),
  };
  if (kind === 'unit_count')
    return (
      <Link to="/apartments/create" search={{ condo_id: finding.condo_id, ...origin }} {...look}>
        {t`Add apartment`}
      </Link>
    );
  const invited = INVITED[kind]?.(finding);
  if (!invited) return null;
  return (
    <Link to="/users/invite" search={{ ...invited, ...origin }} {...look}>
      {t`Invite`}
    </Link>
  );
}

function Reopen({ kind, finding: { record } }: FindingProps) {
  const reopen = useEmbeddedChange(
    'portfolioCheck.reopen',
    outcomeToasts(t`Finding reopened`, t`Failed to reopen the finding`),
  );
  return (
    <RowButton
      label={t`Reopen`}
      about={record.name ?? ''}
      busy={reopen.isPending}
      onPress={() => reopen.mutate({ kind, id: record.id })}
    />
  );
}
