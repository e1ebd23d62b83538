import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { WaitingCard } from '~/invitations/screens/waiting-card';
import { hrefOf, renderScreen, textsOf } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const FAILED = {
  id: 61,
  email: 'neu@example.ch',
  condo: { id: 7, name: 'Seestrasse 7' },
  expires_at: '2999-03-12T12:00:00Z',
  mail: { state: 'failed', detail: 'No such mailbox' },
};

beforeEach(() => {
  api.serve({ '/admin/invitations': [FAILED, { id: 62, email: 'b@example.ch' }] });
});

it('the dashboard names the invitations that wait for someone, and leads to each', async () => {
  await renderScreen(<WaitingCard />);
  const list = await screen.findByRole('list', { name: 'Needs attention' });
  expect(textsOf(within(list).getAllByRole('listitem'))).toEqual([
    'neu@example.chEmail failed: No such mailbox · Seestrasse 7',
  ]);
  expect(await hrefOf('neu@example.ch')).toBe('/pending-invitations?search=neu%40example.ch');
});

it('an invitation without an address to mail to has not failed', async () => {
  const mail = { state: 'none', detail: null };
  api.serve({ '/admin/invitations': [{ ...FAILED, email: null, expires_at: null, mail }] });
  await renderScreen(<WaitingCard />);
  await waitFor(() => expect(api.made('GET /admin/invitations')).toHaveLength(1));
  expect(screen.queryByText('Needs attention')).toBeNull();
});

it('an API that does not say what became of e-mails is not asked', async () => {
  vi.stubEnv('API_BASE_URL', 'https://api.example/api');
  await renderScreen(<WaitingCard />);
  expect(screen.queryByText('Needs attention')).toBeNull();
  expect(api.calls).toEqual([]);
});

it('the findings of the portfolio check wait too', async () => {
  api.serve({
    '/admin/invitations': [],
    '/admin/portfolio-check': [
      { kind: 'unit_count', count: 1_200, set_aside: 3 },
      { kind: 'missing_image', count: 4, set_aside: 0 },
    ],
  });
  await renderScreen(<WaitingCard />);
  const list = await screen.findByRole('list', { name: 'Needs attention' });
  expect(within(list).getByRole('listitem')).toHaveTextContent('1,204 findings');
  expect(await hrefOf('Portfolio check')).toBe('/portfolio-check');
  expect(screen.queryByRole('link', { name: 'Pending invitations' })).toBeNull();
});

it('what comes within 14 days is named apart, each with the way to its rows', async () => {
  api.serve({
    '/admin/invitations': [],
    '/admin/portfolio-check': [
      { kind: 'missing_image', count: 1, set_aside: 0 },
      { kind: 'coming_move', count: 3, set_aside: 0 },
      { kind: 'coming_vacancy', count: 1, set_aside: 2 },
    ],
  });
  await renderScreen(<WaitingCard />);
  const list = await screen.findByRole('list', { name: 'Needs attention' });
  expect(textsOf(within(list).getAllByRole('listitem'))).toEqual([
    'Portfolio check1 finding',
    '3 moves in the next 14 days',
    '1 apartment becomes vacant in the next 14 days',
  ]);
  expect(await hrefOf('3 moves in the next 14 days')).toBe('/portfolio-check?kind=coming_move');
  expect(await hrefOf(/becomes vacant/)).toBe('/portfolio-check?kind=coming_vacancy');
});

it('a portfolio without findings does not wait', async () => {
  const fine = { kind: 'unit_count', count: 0, set_aside: 3 };
  api.serve({ '/admin/invitations': [], '/admin/portfolio-check': [fine] });
  await renderScreen(<WaitingCard />);
  await waitFor(() => expect(api.made('GET /admin/portfolio-check')).toHaveLength(1));
  expect(screen.queryByText('Needs attention')).toBeNull();
});
