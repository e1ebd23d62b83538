import { QueryTable } from '~/kit/list/query-table';
import { columnsOf } from '~/kit/table/columns-of';
import { TitledCard } from '~/kit/ui/card';
import type { FailedSignIn } from '~/accounts/account';
import { embeddedQuery } from '~/rpc/queries';
import { formatDateTime } from '~/language/format';
import { msg, t } from '~/language/texts';

const { columns, column } = columnsOf<FailedSignIn>();

const COLUMNS = columns([
  column('hour', msg`Hour`, (failed) => formatDateTime(failed.hour)),
  column('address', msg`Address`, (failed) => failed.address),
  column('attempts', msg`Attempts`, (failed) => failed.attempts),
]);

/** Failed sign-ins with the account's own e-mail address, by hour and network address. */
export function FailedSignInsCard() {
  return (
    <TitledCard title={t`Failed sign-ins`}>
      <QueryTable
        query={embeddedQuery('account.failedSignIns', {})}
        things={t`failed sign-ins`}
        empty={t`No failed sign-ins in the last 90 days.`}
        caption={t`Failed sign-ins`}
        columns={COLUMNS}
        size="narrow"
        focusable
      />
    </TitledCard>
  );
}
