import { Link } from '@tanstack/react-router';
import { columnsOf } from '~/components/table/columns-of';
import { RowRemoval } from '~/components/table/row-button';
import { Badge } from '~/components/ui/badge';
import { EmailText } from '~/components/ui/email-text';
import type { Administrator } from '~/contract/administrator';
import { useOwnChange } from '~/data/use-own-change';
import { detailOrMessage } from '~/lib/app-error';
import { formatLast } from '~/lib/format';
import { msg, t } from '~/lib/texts';

const { columns, column, actions } = columnsOf<Administrator>();

export const ADMINISTRATOR_COLUMNS = columns([
  column('first_name', msg`Name`, (administrator) => (
    <span className="flex flex-wrap items-center gap-2">
      <Name administrator={administrator} />
      {administrator.is_current && <Badge tone="accent">{t`You`}</Badge>}
    </span>
  )),
  column('email', msg`Email`, (administrator) => <EmailText email={administrator.email} />),
  column('last_login', msg`Last Login`, (administrator) => formatLast(administrator.last_login)),
  actions('10.5rem', (administrator) => <WithdrawRights administrator={administrator} />),
]);

/** Confirm, call, then a toast or the failure dialog. Nobody withdraws their own rights. */
function WithdrawRights({ administrator }: { administrator: Administrator }) {
  const { mutateAsync } = useOwnChange('administrators.withdraw');
  const { email, is_current } = administrator;
  if (is_current) return <>-</>;
  return (
    <RowRemoval
      record={administrator}
      label={t`Withdraw Rights`}
      about={email}
      title={t`Withdraw Rights`}
      question={t`Are you sure you want to withdraw the rights of this administrator? All their sessions end at once. Their account stays.`}
      nameOf={() => email}
      confirmLabel={t`Withdraw`}
      remove={(id) => mutateAsync({ id })}
      success={{ toast: t`Rights withdrawn` }}
      failure={(error) => ({ title: t`Withdrawal Failed`, text: detailOrMessage(error) })}
    />
  );
}

function Name({ administrator }: { administrator: Administrator }) {
  const { id, email, first_name, last_name } = administrator;
  const name = [first_name, last_name].filter(Boolean).join(' ') || <EmailText email={email} />;
  return (
    <Link to="/users/$userId" params={{ userId: id }} className="link font-medium wrap-anywhere">
      {name}
    </Link>
  );
}
