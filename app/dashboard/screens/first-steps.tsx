import { Link } from '@tanstack/react-router';
import { NamedCard } from '~/kit/ui/card';
import type { DashboardStats } from '~/dashboard/reading';
import { t } from '~/language/texts';
import { mayI } from '~/rpc/own-rights';

/** Steps of a new panel. Each is shown until the first record of its kind exists. */
export function FirstSteps({ stats }: { stats: DashboardStats }) {
  const { totalCondos, totalApartments, totalUsers, pendingInvitations } = stats;
  const steps = [
    { count: totalCondos, text: t`Add a building`, to: '/condos/create', type: 'condo' },
    {
      count: totalApartments,
      text: t`Add its apartments`,
      to: '/apartments/create',
      type: 'apartment',
    },
    {
      // The signed-in administrator is a user too and does not count.
      count: Math.max(totalUsers - 1, pendingInvitations),
      text: t`Invite its people`,
      to: '/users/invite',
      type: 'user_invite',
    },
  ] as const;
  const open = steps.filter(({ count }) => count < 1);
  if (open.length === 0 || !mayI('write')) return null;
  return (
    <NamedCard title={t`First steps`}>
      <ol className="grid gap-2">
        {open.map(({ text, to, type }) => (
          <li key={type} className="flex min-h-6 flex-wrap items-center gap-x-4">
            <span id={`step-${type}`} className="grow font-medium">
              {text}
            </span>
            <span className="ml-auto flex gap-4">
              <Link to={to} aria-describedby={`step-${type}`} className="link">
                {t`By hand`}
              </Link>
              <Link
                to="/bulk-operations"
                search={{ type }}
                aria-describedby={`step-${type}`}
                className="link"
              >
                {t`By file`}
              </Link>
            </span>
          </li>
        ))}
      </ol>
    </NamedCard>
  );
}
