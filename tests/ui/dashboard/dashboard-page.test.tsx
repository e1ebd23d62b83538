import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { DashboardPage } from '~/dashboard/screens/dashboard-page';
import { renderScreen, textsOf } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const STATS_CALL = 'GET /admin/dashboard-stats';
const STATS = {
  totalCondos: 60,
  newCondosThisMonth: 3,
  totalApartments: 12_400,
  newApartmentsThisMonth: 41,
  totalUsers: 300,
  newUsersThisMonth: 0,
  pendingInvitations: 25,
  userRegistrationsByMonth: [
    { month: '2026-09', count: 12 },
    { month: '2026-10', count: 1_234 },
  ],
};

beforeEach(() => {
  api.serve({ '/admin/dashboard-stats': STATS });
  // The chart draws nothing in a frame without a size, and jsdom lays nothing out.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 0, 800, 300),
  );
});

it('shows four cards, each a link to its list', async () => {
  await renderScreen(<DashboardPage />);
  expect(await screen.findByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  const cards = await screen.findAllByRole('link');
  const lines = cards.map((card) => [card.getAttribute('href')].concat(textsOf(card.children)));
  expect(lines).toEqual([
    ['/condos', 'Total Condos', '60', '+3 from last month'],
    ['/apartments', 'Total Apartments', '12,400', '+41 from last month'],
    ['/users', 'Total Users', '300', '+0 from last month'],
    ['/pending-invitations', 'Pending Invitations', '25', 'Awaiting user acceptance'],
  ]);
  const counted = 'Added since the first day of this month, by hand or by import';
  expect(cards[0]).toHaveAttribute('title', counted);
  expect(cards[0]).toHaveAccessibleDescription(counted);
  expect(cards[3]).not.toHaveAccessibleDescription();
});

const figure = () => screen.findByRole('figure', { name: 'User Registrations by Month' });

it('draws a blue bar for each month and says the same in a table', async () => {
  await renderScreen(<DashboardPage />);
  expect(textsOf(within(await figure()).getAllByRole('row'))).toEqual([
    'MonthRegistrations',
    'Sep 202612',
    'Oct 20261,234',
  ]);
  await waitFor(async () =>
    expect((await figure()).querySelectorAll('.recharts-bar-rectangle path')).toHaveLength(2),
  );
  const chart = await figure();
  expect(chart.querySelector('.recharts-bar-rectangle path')).toHaveAttribute(
    'fill',
    'var(--color-chart-bar)',
  );
  expect(chart.querySelector('.recharts-cartesian-grid')).toBeInTheDocument();
  expect(chart.querySelector('.recharts-surface')).toHaveAttribute('height', '300');
});

it('keeps the numbers when a later refresh fails', async () => {
  const { queryClient } = await renderScreen(<DashboardPage />);
  await screen.findByText('Total Condos');
  api.on(STATS_CALL, () => ({ status: 400 }));
  await queryClient.invalidateQueries();
  expect(screen.getByText('Total Condos')).toBeVisible();
  expect(screen.queryByText('Error loading dashboard stats.')).not.toBeInTheDocument();
});
