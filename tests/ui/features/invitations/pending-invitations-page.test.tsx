import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PendingInvitationsPage } from '~/features/invitations/pending-invitations-page';
import { anInvitation } from '../../../support/builders';
import { pressTwice } from '../../../support/press-twice';
import { api } from '../../../support/stub-transport';
import { renderScreen } from '../../../support/render-screen';

const LIST_CALL = 'GET /admin/invitations';
const RESEND_CALL = 'POST /admin/invitations/61/resend';
const DELETE_CALL = 'DELETE /admin/invitations/61';

const QUESTION = 'Are you sure you want to delete this invitation? This action cannot be undone.';

const FIRST = anInvitation({
  id: 61,
  role: 'building_manager',
  status: 'pending',
  expires_at: '2999-03-12T12:00:00Z',
  mail: { state: 'failed', detail: 'No such mailbox', updated_at: '2025-03-05T12:01:00Z' },
});
const SECOND = anInvitation({
  id: 62,
  email: 'alt@example.ch',
  condo: { name: 'Höfli 8' },
  apartment: { apartment_number: '1A' },
  created_at: null,
});

beforeEach(() => {
  api.on(LIST_CALL, () => ({ body: [FIRST, SECOND] }));
});

async function open() {
  const opened = await renderScreen(<PendingInvitationsPage />);
  const row = await screen.findByRole('row', { name: /neu@example.ch/ });
  return { ...opened, row };
}

const inRow = (name: string) =>
  within(screen.getByRole('row', { name: /neu@example.ch/ })).getByRole('button', { name });

async function ask(user: UserEvent) {
  await user.click(inRow('Delete'));
  return screen.findByRole('dialog', { name: 'Delete Invitation' });
}

describe('pending invitations', () => {
  it('are in a table with the specified columns', async () => {
    vi.stubEnv('API_BASE_URL', 'https://api.example/api');
    await open();
    const cells = screen
      .getAllByRole('row')
      .map((line) => Array.from(line.children, (cell) => cell.textContent));
    expect(cells[0]).toEqual(['Email', 'Role', 'Building', 'Apartment', 'Sent At', 'Actions']);
    expect(cells[1]?.slice(0, 4)).toEqual([
      'neu@example.ch',
      'Building Manager',
      'Seestrasse 7',
      '-',
    ]);
    expect(cells[1]?.[4]).toMatch(/^Mar 5, 2025, \d+:00.[AP]M$/);
    expect(cells[2]?.slice(0, 5)).toEqual(['alt@example.ch', 'Renter', 'Höfli 8', '1A', '-']);
    expect(api.made(LIST_CALL).map(({ query }) => query)).toEqual([{ status: 'pending' }]);
    expect(screen.getByRole('link', { name: 'Invite User' })).toHaveAttribute(
      'href',
      '/users/invite',
    );
  });

  it('tell what became of the e-mail where the API does', async () => {
    await open();
    expect(await screen.findByText('Email failed: No such mailbox')).toBeVisible();
    expect(screen.getByText(/Expires Mar 12, 2999/)).toBeVisible();
  });

  it('open their building by a press anywhere on the row, where the API says which one', async () => {
    const { user, row, router } = await open();
    await user.click(within(screen.getByRole('row', { name: /alt@example.ch/ })).getByText('1A'));
    expect(router.state.location.pathname).toBe('/screen');
    await user.click(within(row).getByText('Building Manager'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/condos/7'));
  });

  it('show no extras where the API has none', async () => {
    vi.stubEnv('API_BASE_URL', 'https://api.example/api');
    await open();
    expect(screen.queryByText(/Email failed|Expires/)).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull();
  });

  it('are narrowed by search and state of the address', async () => {
    const { router } = await renderScreen(
      <PendingInvitationsPage query={{ search: 'höfli', state: '' }} />,
    );
    expect(await screen.findByText('1 of 2 invitations')).toBeVisible();
    expect(screen.getByRole('row', { name: /^alt@example.ch/ })).toBeVisible();
    expect(screen.queryByRole('row', { name: /^neu@example.ch/ })).toBeNull();
    const state = await screen.findByRole('combobox', { name: 'Status' });
    fireEvent.change(state, { target: { value: 'failed' } });
    await waitFor(() => expect(router.state.location.search).toEqual({ state: 'failed' }));
  });

  it('say when there are none', async () => {
    api.on(LIST_CALL, () => ({ body: [] }));
    await renderScreen(<PendingInvitationsPage />);
    expect(await screen.findByText('No pending invitations found.')).toBeVisible();
  });

  it('are resent together after a question', async () => {
    api.on(RESEND_CALL, () => ({ body: {} }));
    const { user } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select neu@example.ch' }));
    await user.click(await screen.findByRole('button', { name: 'Resend selected' }));
    expect(await screen.findByText('Send this invitation again?')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
    await user.click(await screen.findByRole('button', { name: 'Resend selected' }));
    expect(await screen.findByText('Send these 2 invitations again?')).toBeVisible();
  });

  it('are resent', async () => {
    api.on(RESEND_CALL, () => ({ body: {} }));
    const { user } = await open();
    // The second press of a double click is none: it would be answered "sent just now".
    await user.dblClick(inRow('Resend'));
    expect(await screen.findByText('Invitation email resent')).toBeVisible();
    expect(api.made(RESEND_CALL)).toHaveLength(1);
  });

  it('are resent once when Enter is pressed twice before the screen can show it', async () => {
    api.on(RESEND_CALL, () => ({ body: {} }));
    await open();
    pressTwice(inRow('Resend'));
    expect(await screen.findByText('Invitation email resent')).toBeVisible();
    expect(api.made(RESEND_CALL)).toHaveLength(1);
    await waitFor(() => expect(inRow('Resend')).toBeEnabled());
    pressTwice(inRow('Resend'));
    await waitFor(() => expect(api.made(RESEND_CALL)).toHaveLength(2));
  });

  it.each([
    ['Too soon', { status: 429, body: { detail: 'Too soon' } }],
    ['Failed to resend invitation', { status: 500, body: {} }],
  ])('say when resending failed: %s', async (text, answer) => {
    api.on(RESEND_CALL, () => answer);
    const { user } = await open();
    await user.click(inRow('Resend'));
    expect(await screen.findByText(text)).toBeVisible();
    expect(api.made(RESEND_CALL)).toHaveLength(1);
  });

  it('leave the list when resending says that somebody else has deleted them', async () => {
    api.on(RESEND_CALL, () => ({ status: 404, body: { detail: 'Invitation not found' } }));
    const { user } = await open();
    api.on(LIST_CALL, () => ({ body: [SECOND] }));
    await user.click(inRow('Resend'));
    expect(await screen.findByText('Invitation not found')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('neu@example.ch')).toBeNull());
  });

  it('are deleted after a question, and leave the list', async () => {
    api.on(DELETE_CALL, () => ({ body: {} }));
    const { user } = await open();
    api.on(LIST_CALL, () => ({ body: [SECOND] }));
    const dialog = await ask(user);
    expect(within(dialog).getByText(QUESTION)).toBeVisible();
    expect(within(dialog).getByText('neu@example.ch')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(api.made(DELETE_CALL)).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Invitation deleted')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('neu@example.ch')).toBeNull());
    expect(api.made(DELETE_CALL)).toHaveLength(1);
  });

  it.each([
    ['Accepted just now', { status: 409, body: { detail: 'Accepted just now' } }],
    ['Failed to delete invitation', { status: 500, body: {} }],
  ])('say when deleting failed: %s', async (text, answer) => {
    api.on(DELETE_CALL, () => answer);
    const { user } = await open();
    const dialog = await ask(user);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(text)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(inRow('Delete')).toBeVisible();
  });
});
