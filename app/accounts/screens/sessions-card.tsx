import { useQuery } from '@tanstack/react-query';
import { outcomeToasts } from '~/kit/feedback/toast';
import { QueryTable } from '~/kit/list/list-table';
import { columnsOf } from '~/kit/table/table-features';
import { RowButton } from '~/kit/table/row-actions';
import { Badge } from '~/kit/ui/badge';
import { Button } from '~/kit/ui/button';
import { TitledCard } from '~/kit/ui/card';
import type { AccountSession } from '~/accounts/account';
import { embeddedQuery } from '~/rpc/queries';
import { useEmbeddedChange } from '~/rpc/use-embedded-change';
import { textOrDash, formatDateTime } from '~/language/format';
import { msg, t } from '~/language/texts';
import { describeDevice } from './describe-device';

const SESSIONS = embeddedQuery('account.sessions', {});

const { columns, column, actions } = columnsOf<AccountSession>();

const COLUMNS = columns([
  column('user_agent', msg`Device`, (session) => (
    <span className="flex flex-wrap items-center gap-2">
      <span className="font-medium" title={session.user_agent ?? undefined}>
        {describeDevice(session.user_agent)}
      </span>
      {session.is_current && <Badge tone="accent">{t`This session`}</Badge>}
    </span>
  )),
  column('address', msg`Address`, (session) => textOrDash(session.address)),
  column('created_at', msg`Signed In`, (session) => formatDateTime(session.created_at)),
  column('last_used_at', msg`Last Used`, (session) => formatDateTime(session.last_used_at)),
  actions('7.5rem', (session) => <SessionActions session={session} />, { asks: 'own' }),
]);

/** The account's sessions, with "Sign out" for each and for all others. */
export function SessionsCard() {
  const { data: sessions = [] } = useQuery(SESSIONS);
  const endOthers = useEmbeddedChange(
    'account.endOtherSessions',
    outcomeToasts(t`All other sessions signed out`, t`Failed to sign out the other sessions`),
  );
  const hasOthers = sessions.some(({ is_current }) => !is_current);
  return (
    <TitledCard
      title={t`Sessions`}
      actions={
        hasOthers && (
          <Button
            variant="danger"
            size="sm"
            aria-disabled={endOthers.isPending}
            onClick={() => endOthers.mutate({})}
          >
            {t`Sign out all others`}
          </Button>
        )
      }
    >
      <QueryTable
        query={SESSIONS}
        things={t`sessions`}
        empty={t`No sessions found.`}
        caption={t`Sessions`}
        columns={COLUMNS}
        focusable={!hasOthers}
      />
    </TitledCard>
  );
}

/** "Sign out" of a session. The current one is ended by Logout in the header instead. */
function SessionActions({ session }: { session: AccountSession }) {
  const end = useEmbeddedChange(
    'account.endSession',
    outcomeToasts(t`Signed out`, t`Failed to sign out`),
  );
  const { id, is_current, user_agent, address } = session;
  if (is_current) return <>-</>;
  return (
    <RowButton
      asks="own"
      label={t`Sign out`}
      about={`${describeDevice(user_agent)}, ${textOrDash(address)}`}
      variant="danger"
      busy={end.isPending}
      onPress={() => end.mutate({ id })}
    />
  );
}
