import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '~/components/table/data-table';
import { RowButton } from '~/components/table/row-button';
import { Badge } from '~/components/ui/badge';
import { EmailText } from '~/components/ui/email-text';
import type { Administrator } from '~/contract/administrator';
import { formatDateTime } from '~/lib/format';

const helper = createColumnHelper<Administrator>();

/** Columns of Administrators. `onWithdraw` asks before rights are withdrawn. */
export function administratorColumns(onWithdraw: (administrator: Administrator) => void) {
  return helper.columns([
    helper.accessor('first_name', {
      header: 'Name',
      cell: ({ row }) => (
        <span className="flex flex-wrap items-center gap-2">
          <Name administrator={row.original} />
          {row.original.is_current && <Badge tone="accent">You</Badge>}
        </span>
      ),
    }),
    helper.accessor('email', {
      header: 'Email',
      cell: ({ row }) => <EmailText email={row.original.email} />,
    }),
    helper.accessor('last_login', {
      header: 'Last Login',
      cell: ({ row }) =>
        row.original.last_login === null ? 'Never' : formatDateTime(row.original.last_login),
    }),
    helper.display({
      id: 'actions',
      header: 'Actions',
      meta: { width: '10.5rem' },
      // Nobody withdraws their own rights.
      cell: ({ row: { original } }) =>
        original.is_current ? (
          '-'
        ) : (
          <RowButton
            label="Withdraw Rights"
            about={original.email}
            variant="danger"
            onPress={() => onWithdraw(original)}
          />
        ),
    }),
  ]);
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
