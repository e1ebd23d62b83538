import { act, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ConfirmDialog } from '~/kit/feedback/confirm-dialog';
import { STILL_WAITING_MS } from '~/kit/feedback/query-state';
import { userSearch } from '~/users/search';
import { DashboardPage } from '~/dashboard/screens/dashboard-page';
import { InvitePage } from '~/invitations/screens/invite-page';
import { UsersPage } from '~/users/screens/users-page';
import { renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { fakeTime } from '../../support/real-time';

// docs/behaviour/errors.md, "Waiting"

const TEXT = 'Still waiting for an answer.';
const STATS_CALL = 'GET /admin/dashboard-stats';
const USERS_CALL = 'GET /admin/users';
const never = () => new Promise<never>(() => undefined);

fakeTime({ shouldAdvanceTime: true });

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const statuses = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
const button = (name: string) => screen.queryByRole('button', { name });

it('a read: says so after 10 s and not before; Cancel leads to the error with Retry', async () => {
  api.on(STATS_CALL, never);
  const { user } = await renderScreen(<DashboardPage />);
  expect(await screen.findByText('Loading...')).toBeVisible();
  await wait(STILL_WAITING_MS - 500);
  expect(statuses()).toEqual(['Loading...', '']);
  expect(button('Cancel')).toBeNull();
  await wait(500);
  expect(statuses()).toEqual(['Loading...', TEXT]);

  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Error loading dashboard stats.');
  // Cancelled for good: not repeated like a failure that may pass.
  await wait(60_000);
  expect(api.made(STATS_CALL)).toHaveLength(1);
  api.on(STATS_CALL, () => ({ body: { totalUsers: 7 } }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Total Users')).toBeVisible();
  expect(screen.queryByText('Loading...')).toBeNull();
});

it('a list: counts each call from its own start, and keeps the earlier rows until Cancel', async () => {
  const anna = { id: 1, email: 'anna@example.ch', first_name: 'Anna', last_name: 'Meier' };
  api.on(USERS_CALL, ({ query }) =>
    query.search === undefined
      ? { body: { data: [anna], pagination: { current_page: 1, total_pages: 1 } } }
      : never(),
  );
  const { router, user } = await renderScreen(
    (search) => <UsersPage query={userSearch.read(search)} />,
    '/users',
  );
  await screen.findByText('anna@example.ch');
  await act(() => router.navigate({ to: '/users', search: { search: 'a' } }));
  await wait(STILL_WAITING_MS - 500);
  await act(() => router.navigate({ to: '/users', search: { search: 'ab' } }));
  await waitFor(() => expect(api.made(USERS_CALL).at(-1)?.query.search).toBe('ab'));
  await wait(STILL_WAITING_MS - 500);
  expect(screen.queryByText(TEXT)).toBeNull();
  await wait(500);
  expect(screen.getByText(TEXT)).toBeVisible();
  expect(screen.getByText('anna@example.ch')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Error loading users: Cancelled')).toBeVisible();
});

it('a form: says so without a Cancel, and takes the answer that comes at last', async () => {
  const sent = Promise.withResolvers<{ body: unknown }>();
  api
    .serve({ '/admin/condos': [{ id: 7, name: 'Seestrasse 7' }], '/admin/apartments': [] })
    .on('POST /admin/invite-user', () => sent.promise);
  const { user } = await renderScreen(<InvitePage />, '/users/invite');
  await user.type(screen.getByLabelText('Email Address'), 'neu@example.ch');
  await user.selectOptions(screen.getByLabelText('User Role'), 'Building Manager');
  await user.click(screen.getByRole('combobox', { name: 'Building' }));
  await user.click(await screen.findByRole('option', { name: 'Seestrasse 7' }));
  await user.click(screen.getByRole('button', { name: 'Send Invitation' }));
  await screen.findByRole('button', { name: 'Sending Invitation...' });
  expect(screen.queryByText(TEXT)).toBeNull();
  await wait(STILL_WAITING_MS);
  expect(screen.getByText(TEXT)).toHaveRole('status');
  expect(button('Cancel')).toBeNull();
  sent.resolve({ body: {} });
  expect(await screen.findByText('Invitation sent successfully!')).toBeVisible();
  expect(screen.queryByText(TEXT)).toBeNull();
});

const dialog = (busy: boolean) => (
  <ConfirmDialog
    open
    busy={busy}
    title="Delete Building"
    description="Sure?"
    confirmLabel="Delete"
    onConfirm={() => undefined}
    onCancel={() => undefined}
  />
);

it('a confirm dialog: says so while it works', async () => {
  const { rerender } = render(dialog(false));
  const shown = await screen.findByRole('dialog');
  await wait(STILL_WAITING_MS);
  expect(within(shown).queryByText(TEXT)).toBeNull();
  rerender(dialog(true));
  await wait(STILL_WAITING_MS);
  expect(within(shown).getByText(TEXT)).toHaveRole('status');
});
