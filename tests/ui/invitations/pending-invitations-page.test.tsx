import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { invitationSearch } from '~/invitations/search';
import { PrintLetters } from '~/invitations/screens/letters';
import { PendingInvitationsPage } from '~/invitations/screens/pending-invitations-page';
import { anInvitation } from '../../support/builders';
import {
  dialog,
  hrefOf,
  noDialog,
  pressTwice,
  renderScreen,
  rowTexts,
  textsOf,
} from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const LIST_CALL = 'GET /admin/invitations';
const RESEND_CALL = 'POST /admin/invitations/61/resend';
const DELETE_CALL = 'DELETE /admin/invitations/61';

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
  api
    .serve({ '/admin/invitations': [FIRST, SECOND] })
    .on(RESEND_CALL, () => ({ body: {} }))
    .on(DELETE_CALL, () => ({ body: {} }));
});

/** Opens the list; `pressInRow` presses a button of its first invitation. */
async function open() {
  const opened = await renderScreen(<PendingInvitationsPage query={invitationSearch.defaults} />);
  const row = await screen.findByRole('row', { name: /neu@example.ch/ });
  return { ...opened, row, pressInRow: (name: string) => opened.user.click(inRow(name)) };
}

const inRow = (name: string) =>
  within(screen.getByRole('row', { name: /neu@example.ch/ })).getByRole('button', { name });
const leftTheList = () => waitFor(() => expect(screen.queryByText('neu@example.ch')).toBeNull());

it('are in a table with the specified columns, and no extras where the API has none', async () => {
  vi.stubEnv('API_BASE_URL', 'https://api.example/api');
  await open();
  const [headers, ...rows] = rowTexts();
  expect(headers).toEqual(['Email', 'Role', 'Building', 'Apartment', 'Sent At', 'Actions']);
  const [first, second] = rows.map((cells) => cells.slice(0, 5).join(' | '));
  expect(first).toMatch(
    /^neu@example.ch \| Building Manager \| Seestrasse 7 \| - \| Mar 5, 2025, \d+:00.[AP]M$/,
  );
  expect(second).toBe('alt@example.ch | Renter | Höfli 8 | 1A | -');
  expect(api.queries(LIST_CALL)).toEqual([{ status: 'pending' }]);
  expect(await hrefOf('Invite User')).toBe('/users/invite');
  expect(screen.queryByText(/Email failed|Expires/)).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull();
});

it('invitations that were never mailed say so, and no link of theirs ends', async () => {
  const mail = { ...FIRST.mail, state: 'none', detail: null };
  api.serve({ '/admin/invitations': [{ ...FIRST, mail, expires_at: null }] });
  await open();
  expect(await screen.findByText('No email sent', { selector: 'span' })).toBeVisible();
  expect(screen.queryByText(/Expires/)).toBeNull();
});

it('an invitation without an address shows the name, and asks for a letter until one was printed', async () => {
  const mail = { ...FIRST.mail, state: 'none', detail: null };
  const ada = { ...FIRST, email: null, name: 'Ada Alt', mail };
  const beat = { ...ada, id: 63, name: 'Beat Alt' };
  api.serve({ '/admin/invitations': [SECOND, { ...ada, expires_at: null }, beat] });
  const { user, press } = await renderScreen(
    <PendingInvitationsPage query={{ search: 'alt', state: '' }} />,
  );
  const ofAda = within(await screen.findByRole('row', { name: /Ada Alt/ }));
  const needs = 'No email sent: No e-mail address is known. Print a letter.';
  expect(ofAda.getByText(needs)).toBeVisible();
  const ofBeat = within(screen.getByRole('row', { name: /Beat Alt/ }));
  expect(ofBeat.getByText('No email sent')).toBeVisible();
  expect(ofBeat.getByText(/Expires Mar 12, 2999/)).toBeVisible();
  await user.click(ofAda.getByRole('checkbox', { name: 'Select Ada Alt' }));
  expect(screen.queryByText(/Email failed/, { selector: 'span' })).toBeNull();
  await press('Resend selected');
  expect(within(await dialog('Resend 1 invitation')).getByText('Ada Alt')).toBeVisible();
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
  api.serve({ '/admin/invitations': [] });
  await renderScreen(<PendingInvitationsPage query={invitationSearch.defaults} />);
  expect(await screen.findByText('No pending invitations found.')).toBeVisible();
});

it('are resent together after a question, and those that could not be are named', async () => {
  api.reject('POST /admin/invitations/62/resend', 429, 'Too soon');
  const { user, press, answer } = await open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select neu@example.ch' }));
  await press('Resend selected');
  expect(await screen.findByText('Send this invitation again?')).toBeVisible();
  await press('Cancel');
  await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
  await press('Resend selected');
  expect(await screen.findByText('Send these 2 invitations again?')).toBeVisible();
  await answer(/^Resend/, 'Resend');
  expect(await screen.findByText('1 of 2 invitations resent.')).toBeVisible();
  const failed = within(screen.getByRole('list', { name: 'Not done' })).getAllByRole('listitem');
  expect(textsOf(failed)).toEqual(['alt@example.chToo soon']);
});

it('invitations are resent', async () => {
  const { user } = await open();
  // The second press of a double click is none: it would be answered "sent just now".
  await user.dblClick(inRow('Resend'));
  expect(await screen.findByText('Invitation email resent')).toBeVisible();
  expect(api.made(RESEND_CALL)).toHaveLength(1);
});

it('are resent once when Enter is pressed twice before the screen can show it', async () => {
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
  const { pressInRow } = await open();
  await pressInRow('Resend');
  expect(await screen.findByText(text)).toBeVisible();
  expect(api.made(RESEND_CALL)).toHaveLength(1);
});

it('leave the list when resending says that somebody else has deleted them', async () => {
  api.reject(RESEND_CALL, 404, 'Invitation not found');
  const { pressInRow } = await open();
  api.serve({ '/admin/invitations': [SECOND] });
  await pressInRow('Resend');
  expect(await screen.findByText('Invitation not found')).toBeVisible();
  await leftTheList();
});

it('are deleted after a question, and leave the list', async () => {
  const { pressInRow, answer } = await open();
  api.serve({ '/admin/invitations': [SECOND] });
  await pressInRow('Delete');
  expect(await dialog('Delete Invitation')).toHaveAccessibleDescription(
    /^Are you sure you want to delete this invitation\? This action cannot be undone\. ?neu@example\.ch$/,
  );
  expect(api.made(DELETE_CALL)).toHaveLength(0);
  await answer('Delete Invitation', 'Delete');
  expect(await screen.findByText('Invitation deleted')).toBeVisible();
  await leftTheList();
  expect(api.made(DELETE_CALL)).toHaveLength(1);
});

it.each([
  ['Accepted just now', { status: 409, body: { detail: 'Accepted just now' } }],
  ['Failed to delete invitation', { status: 500, body: {} }],
])('say when deleting failed: %s', async (text, failure) => {
  api.on(DELETE_CALL, () => failure);
  const { pressInRow, answer } = await open();
  await pressInRow('Delete');
  await answer('Delete Invitation', 'Delete');
  expect(await screen.findByText(text)).toBeVisible();
  await noDialog();
  expect(inRow('Delete')).toBeVisible();
});

describe('Remind all', () => {
  const COUNT_CALL = 'GET /admin/invitations/reminders';
  const SEND_CALL = 'POST /admin/invitations/reminders';
  const reminders = (...counts: number[]) => {
    const [due = 0, sent = due] = counts;
    api
      .on(COUNT_CALL, () => ({ body: { count: due } }))
      .on(SEND_CALL, () => ({ body: { count: sent } }));
  };

  it('says the number first, sends, says how many, and goes back to its button', async () => {
    reminders(12, 11);
    const { press, user } = await open();
    await press('Remind all');
    const inDialog = within(await dialog('Remind all'));
    expect(await inDialog.findByText(/^Send 12 reminders with a new link\?/)).toBeVisible();
    expect(inDialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.tab();
    expect(inDialog.getByRole('button', { name: 'Send 12 reminders' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('11 reminders sent')).toBeVisible();
    await noDialog();
    expect(screen.getByRole('button', { name: 'Remind all' })).toHaveFocus();
    await waitFor(() => expect(api.made(LIST_CALL)).toHaveLength(2));
  });

  it('sends once for a double press', async () => {
    reminders(1);
    const { press } = await open();
    await press('Remind all');
    pressTwice(await screen.findByRole('button', { name: 'Send 1 reminder' }));
    await noDialog();
    expect(api.made(SEND_CALL)).toHaveLength(1);
  });

  it('has nothing to send where none is due', async () => {
    reminders(0);
    const { press, answer } = await open();
    await press('Remind all');
    expect(await screen.findByText(/^No invitation is due:/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
    await answer('Remind all', 'OK');
    await noDialog();
  });

  it('asks for the number again after a failure, and stays where sending fails', async () => {
    api.reject(COUNT_CALL, 400, 'Not today').reject(SEND_CALL, 400, 'Not now');
    const { press } = await open();
    await press('Remind all');
    expect(await screen.findByText('Not today')).toBeVisible();
    api.on(COUNT_CALL, () => ({ body: { count: 2 } }));
    await press('Try Again');
    await press('Send 2 reminders');
    expect(await screen.findByText('Not now')).toBeVisible();
    expect(await dialog('Remind all')).toBeVisible();
  });

  it('is there with the embedded API alone', async () => {
    vi.stubEnv('API_BASE_URL', 'https://api.example/api');
    await open();
    expect(screen.queryByRole('button', { name: 'Remind all' })).toBeNull();
  });
});

const aLetter = (id: number, name: string) => ({
  invitation_id: id,
  language: 'fr-CH',
  address: [name, 'Seestrasse 7', '8002 Zürich'],
  subject: 'Votre invitation',
  before: ['Bonjour,'],
  after: [`Jusqu'au 28 janvier, ${name}.`],
  link: `https://panel.test/invitations/accept#code=ABCDEFGH${id}`,
  code: `ABCDE-FGH${id}`,
});

describe('Print letters', () => {
  const CALL = 'POST /admin/invitations/letters';
  const TITLE = 'Print letters';
  /** Chooses both invitations and opens the dialog. */
  async function openDialog() {
    const opened = await open();
    await opened.user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
    await opened.press(TITLE);
    return { ...opened, inDialog: within(await dialog(TITLE)) };
  }

  it('says how many and what they do, makes them once, and shows a page for each', async () => {
    api.on(CALL, () => ({ body: { letters: [aLetter(61, 'Nina Neu'), aLetter(62, 'Al Alt')] } }));
    const { inDialog } = await openDialog();
    expect(
      inDialog.getByText(/^Make 2 letters\?.* Earlier letters .* stop working\.$/),
    ).toBeVisible();
    expect(inDialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    pressTwice(inDialog.getByRole('button', { name: 'Make 2 letters' }));
    expect(await screen.findByRole('heading', { name: '2 letters' })).toBeVisible();
    expect(api.sent(CALL)).toEqual([{ ids: [61, 62] }]);
    const letter = screen.getByRole('article', { name: 'Nina Neu' });
    expect(letter).toHaveAttribute('lang', 'fr-CH');
    expect(within(letter).getByText('ABCDE-FGH61')).toBeVisible();
    expect(within(letter).getByRole('img', { name: 'QR code with the code' })).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(screen.queryByText(/^No longer pending/)).toBeNull();
    const print = vi.spyOn(window, 'print').mockImplementation(() => {});
    screen.getByRole('button', { name: 'Print' }).click();
    expect(print).toHaveBeenCalledOnce();
  });

  it('asks before the codes are lost, by its button or a link', async () => {
    api.on(CALL, () => ({ body: { letters: [aLetter(61, 'Nina Neu')] } }));
    const { press, answer, router } = await openDialog();
    await answer(TITLE, 'Make 2 letters');
    expect(
      await screen.findByText('No longer pending, without a letter: alt@example.ch'),
    ).toBeVisible();
    await press('Back to the invitations');
    await answer('Leave the letters?', 'Stay');
    await noDialog();
    act(() => void router.navigate({ to: '/users' }));
    await answer('Leave the letters?', 'Stay');
    expect(screen.getByText('ABCDE-FGH61')).toBeVisible();
    await press('Back to the invitations');
    await answer('Leave the letters?', 'Leave');
    expect(await screen.findByRole('row', { name: /neu@example.ch/ })).toBeVisible();
    expect(screen.queryByText('ABCDE-FGH61')).toBeNull();
  });

  it('stays where they could not be made, and changes nothing when it is cancelled', async () => {
    api.reject(CALL, 404, 'Invitation not found');
    const { answer, press } = await openDialog();
    await answer(TITLE, 'Make 2 letters');
    expect(await screen.findByText('Invitation not found')).toBeVisible();
    await answer(TITLE, 'Cancel');
    await noDialog();
    await press(TITLE);
    expect(await dialog(TITLE)).toBeVisible();
    expect(api.made(CALL)).toHaveLength(1);
  });

  it('makes no more than 500 at once', async () => {
    const chosen = Array.from({ length: 501 }, (_, id) => ({ id, name: `Guest ${id}` }));
    const onClose = vi.fn<() => void>();
    const { answer } = await renderScreen(
      <PrintLetters chosen={chosen} onPrinted={() => undefined} onClose={onClose} />,
    );
    const inDialog = within(await dialog(TITLE));
    expect(inDialog.getByText(/^At most 500 letters are made at once/)).toBeVisible();
    expect(inDialog.queryByRole('button', { name: /^Make/ })).toBeNull();
    await answer(TITLE, 'OK');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('is there with the embedded API alone', async () => {
    vi.stubEnv('API_BASE_URL', 'https://api.example/api');
    const { user } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
    expect(screen.queryByRole('button', { name: TITLE })).toBeNull();
  });
});
