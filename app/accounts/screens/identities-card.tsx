import { useMutation } from '@tanstack/react-query';
import { outcomeToasts, toast } from '~/kit/feedback/toast';
import { QueryTable } from '~/kit/list/list-table';
import { columnsOf } from '~/kit/table/table-features';
import { RowButton } from '~/kit/table/row-actions';
import { Button } from '~/kit/ui/button';
import { TitledCard } from '~/kit/ui/card';
import type { Identity } from '~/accounts/provider';
import { changeEmbedded, embeddedQuery, readEmbedded } from '~/rpc/queries';
import { useEmbeddedChange } from '~/rpc/use-embedded-change';
import { logOut } from '~/accounts/log-out';
import { askProvider } from '~/accounts/provider-round-trip';
import { getSession } from '~/rpc/session-store';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { formatDate, formatLast } from '~/language/format';
import { msg, t } from '~/language/texts';

const { columns, column, actions } = columnsOf<Identity>();

const COLUMNS = columns([
  column('subject', msg`Account`, (identity) => (
    <span className="font-medium wrap-anywhere" title={identity.issuer}>
      {identity.subject}
    </span>
  )),
  column('created_at', msg`Linked`, (identity) => formatDate(identity.created_at)),
  column('last_used_at', msg`Last Used`, (identity) => formatLast(identity.last_used_at)),
  actions('7.5rem', (identity) => <IdentityActions identity={identity} />, { asks: 'own' }),
]);

/** The accounts at the provider that sign in to one's own account (docs/behaviour/provider.md). */
export function IdentitiesCard({ name }: { name: string }) {
  const { mutateAsync: link } = useEmbeddedChange('identities.link');
  // Not limited to one call at a time: after closing the window, a user can ask again.
  const ask = useMutation({
    mutationFn: async () => {
      const answer = await askProvider((browser) =>
        changeEmbedded('identities.start', { body: { browser } }),
      );
      await link({ body: answer });
    },
    ...outcomeToasts(t`Account linked`),
  });
  const byProvider = getSession()?.user.signed_in_by === 'provider';
  const leave = useMutation({
    mutationFn: () => readEmbedded('identities.logout', {}, {}),
    onSuccess: async ({ url }) => {
      if (url === '') {
        toast.error(t`${name} offers no logout.`);
        return;
      }
      await logOut();
      location.assign(url);
    },
    onError: (error) => toast.error(detailOrMessage(error)),
  });
  return (
    <TitledCard
      title={t`Sign in by a Provider`}
      actions={
        <div className="flex flex-wrap gap-2">
          {byProvider && (
            <Button variant="ghost" size="sm" onClick={() => leave.mutate()}>
              {t`Log out at ${name} too`}
            </Button>
          )}
          <Button variant="secondary" size="sm" onClick={() => ask.mutate()}>
            {t`Link ${name}`}
          </Button>
        </div>
      }
    >
      <QueryTable
        query={embeddedQuery('identities.list', {})}
        things={t`linked accounts`}
        empty={t`No linked accounts yet.`}
        caption={t`Linked accounts`}
        columns={COLUMNS}
      />
    </TitledCard>
  );
}

function IdentityActions({ identity: { id, subject } }: { identity: Identity }) {
  const unlink = useEmbeddedChange('identities.unlink', outcomeToasts(t`Account unlinked`));
  return (
    <RowButton
      asks="own"
      label={t`Unlink`}
      about={subject}
      variant="danger"
      onPress={() => unlink.mutate({ id })}
    />
  );
}
