import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { InvitationRows } from '~/imports/screens/invitation-rows';
import { claimDrafts, keepForms } from '~/kit/ui/open-forms';
import { InvitePage } from '~/invitations/screens/invite-page';
import { anInvitation } from '../../support/builders';
import { CREATE, gridCell, sentFile, VALIDATE } from '../../support/import-screen';
import { button, dialog, field, noDialog, renderScreen, textsOf } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const UNDO = 'POST /admin/bulk-imports/9/undo';
const LIST = 'GET /admin/invitations';
const PASTED = 'Anna Muster <anna@example.ch>; bea@example.ch\ncarl@example.ch\t1B\nnobody';

const rowOf = (row_number: number, email: string, apartment_id: unknown = 31) => ({
  row_number,
  email,
  role: 'renter',
  condo_id: 7,
  apartment_id,
});
const VALID = [rowOf(2, 'anna@example.ch'), rowOf(3, 'bea@example.ch')];
const invalid = (row: object, code: string, message: string) => ({
  row,
  error: `email: ${message}`,
  errors: [{ field: 'email', message, code, params: {} }],
});
const INVITED = invalid(rowOf(4, 'carl@example.ch', 32), 'invited_there', 'Invited already');
const LIVES = invalid(rowOf(5, 'dora@example.ch'), 'associated_there', 'Lives there');
const UNREAD = invalid(rowOf(6, 'nobody'), 'not_an_email', 'Invalid email address');

beforeEach(() => {
  api
    .serve({
      '/admin/condos': [
        { id: 7, name: 'Seestrasse 7' },
        { id: 8, name: 'Höfli 8' },
      ],
      '/admin/apartments': [
        { id: 31, condo_id: 7, apartment_number: '1A', floor_number: 2 },
        { id: 32, condo_id: 7, apartment_number: '1B', floor_number: null },
      ],
    })
    .on(LIST, () => ({
      body: [
        anInvitation({ id: 61, email: 'Anna@example.ch', condo: { id: 7, name: 'Seestrasse 7' } }),
        anInvitation({ id: 62, email: 'bea@example.ch', condo: { id: 7, name: 'Seestrasse 7' } }),
        anInvitation({ id: 63, email: 'bea@example.ch', condo: { id: 8, name: 'Höfli 8' } }),
        anInvitation({ id: 64, email: 'old@example.ch', condo: { id: 7, name: 'Seestrasse 7' } }),
      ],
    }))
    .on(VALIDATE, () => ({
      body: { valid_rows: VALID, invalid_rows: [INVITED, LIVES, UNREAD] },
    }))
    .on(CREATE, () => ({ body: { created: 2, errors: [], import_id: 9 } }))
    .on(UNDO, () => ({ body: { removed: 2, kept: [] } }));
});

const combobox = (name: string) => screen.getByRole('combobox', { name });

async function open() {
  const opened = await renderScreen(
    <InvitePage renderRows={(rows) => <InvitationRows {...rows} />} />,
    '/users/invite',
  );
  const { user, press } = opened;
  const choose = async (label: string, option: string) => {
    await user.click(combobox(label));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  /** Pastes addresses into the field for one, as a building is chosen, and asks for the preview. */
  const preview = async () => {
    await choose('Building', 'Seestrasse 7');
    await user.click(field('Email Address'));
    await user.paste(PASTED);
    await waitFor(() => expect(field('E-mail addresses')).toHaveFocus());
    await choose('Apartment', 'Unit 1A (Floor 2)');
    await press('Preview');
    await screen.findByRole('region', { name: 'Preview' });
  };
  return { ...opened, choose, preview };
}

it('takes over what is pasted into the field for one, with building and role', async () => {
  const { user, choose, press } = await open();
  await user.selectOptions(field('User Role'), 'owner');
  await choose('Building', 'Seestrasse 7');
  await user.click(field('Email Address'));
  await user.paste(PASTED);
  await waitFor(() => expect(field('E-mail addresses')).toHaveFocus());
  expect(field('E-mail addresses')).toHaveValue(PASTED);
  expect(field('User Role')).toHaveValue('owner');
  await waitFor(() => expect(combobox('Building')).toHaveValue('Seestrasse 7'));
  await press('Invite one person');
  expect(field('Email Address')).toHaveValue('');
  expect(field('User Role')).toHaveValue('owner');
  await waitFor(() => expect(combobox('Building')).toHaveValue('Seestrasse 7'));
});

it('is opened again after the session had ended, and offers what was typed', async () => {
  const me = '1 anna@example.com';
  claimDrafts(me);
  const { user, choose, press, router } = await open();
  await choose('Building', 'Seestrasse 7');
  await user.click(field('Email Address'));
  await user.paste(PASTED);
  await waitFor(() => expect(field('E-mail addresses')).toHaveFocus());
  keepForms();
  await router.navigate({ to: '/login' });
  claimDrafts(me);
  await router.navigate({ to: '/users/invite' });
  expect(await screen.findByLabelText('E-mail addresses')).toHaveValue('');
  await press('Restore unsaved changes');
  expect(field('E-mail addresses')).toHaveValue(PASTED);
  await waitFor(() => expect(combobox('Building')).toHaveValue('Seestrasse 7'));
  expect(sessionStorage).toHaveLength(0);
});

it('leaves the paste of one address to the field', async () => {
  const { user } = await open();
  await user.click(field('Email Address'));
  await user.paste('Anna <anna@example.ch>');
  expect(screen.queryByLabelText('E-mail addresses')).toBeNull();
  expect(field('Email Address')).toHaveValue('Anna <anna@example.ch>');
});

it('says what is missing, and sends nothing', async () => {
  const { press } = await open();
  await press('Invite several');
  await waitFor(() => expect(field('E-mail addresses')).toHaveFocus());
  await press('Preview');
  expect(await screen.findByText('Email Address is required')).toBeVisible();
  expect(screen.getByText('Building selection is required')).toBeVisible();
  expect(api.made(VALIDATE)).toHaveLength(0);
});

it('has the rows read as those of an import, apartments by number', async () => {
  const { preview } = await open();
  await preview();
  const [call] = api.made(VALIDATE);
  expect(call?.form?.type).toBe('user_invite');
  expect((await sentFile(call)).replaceAll('"', '').trim().split('\r\n')).toEqual([
    'email,role,condo_id,Apartment number',
    'anna@example.ch,renter,7,id 31',
    'bea@example.ch,renter,7,id 31',
    'carl@example.ch,renter,7,1B',
    'nobody,renter,7,id 31',
  ]);
});

it('columns stored by an older release are ignored', async () => {
  const withoutColumns = { user_invite: { email: '', 'Apartment number': '' } };
  localStorage.setItem('bulk_columns', JSON.stringify(withoutColumns));
  const { preview } = await open();
  await preview();
  expect(api.made(VALIDATE)[0]?.form).not.toHaveProperty('columns');
});

it('an external API gets ids', async () => {
  vi.stubEnv('API_BASE_URL', 'https://api.example/api');
  const { preview } = await open();
  await preview();
  expect((await sentFile(api.made(VALIDATE)[0])).replaceAll('"', '').split('\r\n')).toContain(
    'carl@example.ch,renter,7,32',
  );
});

it('says who is ready, invited already, there already, and cannot be read', async () => {
  const { preview } = await open();
  await preview();
  const region = within(screen.getByRole('region', { name: 'Preview' }));
  expect(textsOf(region.getAllByRole('status')[0]?.children ?? [])).toEqual([
    '2 ready',
    '1 invited already',
    '1 lives there already',
    '1 to correct',
  ]);
  expect(gridCell(1, 0)).toHaveTextContent(/a pending invitation for this address/);
  expect(button('Send 2 invitations')).toBeEnabled();
});

it('checks a corrected row again before it sends, by the keyboard alone', async () => {
  const { preview, user } = await open();
  await preview();
  gridCell(3, 1).focus();
  await user.keyboard('nobody@example.ch{Enter}');
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
  api.on(VALIDATE, () => ({
    body: { valid_rows: [...VALID, rowOf(6, 'nobody@example.ch')], invalid_rows: [] },
  }));
  await user.keyboard('{Escape}');
  expect(button('Check again')).toHaveFocus();
  await user.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Send 3 invitations' });
  expect(await sentFile(api.made(VALIDATE)[1])).toContain('nobody@example.ch');
});

it('sends nothing of what was changed after the preview, until it is asked for again', async () => {
  const { preview, press, user } = await open();
  await preview();
  const send = button('Send 2 invitations');
  await user.type(field('E-mail addresses'), '{Backspace}');
  expect(send).not.toBeVisible();
  await user.type(field('E-mail addresses'), 'y');
  expect(send).toBeVisible();
  await user.selectOptions(field('User Role'), 'owner');
  expect(send).not.toBeVisible();
  await press('Preview');
  await waitFor(() => expect(api.made(VALIDATE)).toHaveLength(2));
  expect(await sentFile(api.made(VALIDATE)[1])).toContain('owner');
  expect(await screen.findByRole('button', { name: 'Send 2 invitations' })).toBeVisible();
});

it('shows and sends again what was just sent, not what was sent there before', async () => {
  const home = { condo: { id: 7, name: 'Seestrasse 7' } };
  const now = { ...home, created_at: '2026-07-01T10:00:00Z' };
  api.on(LIST, () => ({
    body: [
      anInvitation({ ...now, id: 61, email: 'anna@example.ch' }),
      anInvitation({ ...now, id: 62, email: 'bea@example.ch' }),
      anInvitation({
        ...home,
        id: 40,
        email: 'anna@example.ch',
        created_at: '2026-06-01T10:00:00Z',
      }),
    ],
  }));
  const { preview, press } = await open();
  await preview();
  await press('Send 2 invitations');
  const result = within(await screen.findByRole('region', { name: '2 invitations sent' }));
  expect(await result.findAllByRole('listitem')).toHaveLength(2);
  await press('Resend');
  expect(await dialog('Resend 2 invitations')).toBeVisible();
});

it('sends all at once, says so, and undoes all with one press', async () => {
  const { preview, press, user } = await open();
  await preview();
  await press('Send 2 invitations');
  const result = within(await screen.findByRole('region', { name: '2 invitations sent' }));
  expect(api.made(CREATE)).toHaveLength(1);
  expect(api.made(CREATE)[0]?.form?.rows).toBe(JSON.stringify(VALID));
  await waitFor(() => expect(result.getByRole('button', { name: 'Invite others' })).toHaveFocus());
  expect(await result.findByText(/^Anna@/)).toBeVisible();
  expect(result.getAllByRole('listitem')).toHaveLength(2);
  await user.click(await screen.findByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(field('E-mail addresses')).toBeVisible());
  expect(api.made(UNDO)).toHaveLength(1);
  expect(field('E-mail addresses')).toHaveValue(PASTED);
});

it('addresses are returned if others were about to be invited', async () => {
  const { preview, press, user } = await open();
  await preview();
  await press('Send 2 invitations');
  await press('Invite others');
  await waitFor(() => expect(field('E-mail addresses')).toHaveValue(''));
  await user.click(await screen.findByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(field('E-mail addresses')).toHaveValue(PASTED));
});

it('an undo names what stays, and the result remains', async () => {
  const kept = [{ id: 61, name: 'anna@example.ch', reason: 'It was sent again', removable: true }];
  api.on(UNDO, () => ({ body: { removed: 1, kept } }));
  const { preview, press, user } = await open();
  await preview();
  await press('Send 2 invitations');
  await user.click(await screen.findByRole('button', { name: /^Undo/ }));
  expect(await screen.findByText('anna@example.ch: It was sent again')).toBeVisible();
  expect(screen.getByRole('region', { name: '2 invitations sent' })).toBeVisible();
});

it('sends those again after a question, and names what could not be', async () => {
  api.on('POST /admin/invitations/61/resend', () => ({ body: {} }));
  api.reject('POST /admin/invitations/62/resend', 429, 'Sent just now');
  const { preview, press, answer } = await open();
  await preview();
  await press('Send 2 invitations');
  await press('Resend');
  await answer('Resend 2 invitations', 'Resend');
  expect(within(await dialog()).getByText('Sent just now')).toBeVisible();
  await answer(/Resend/, 'OK');
  await noDialog();
});

it('goes on with others in the same building and role', async () => {
  const { preview, press } = await open();
  await preview();
  await press('Send 2 invitations');
  await press('Invite others');
  await waitFor(() => expect(field('E-mail addresses')).toHaveFocus());
  expect(field('E-mail addresses')).toHaveValue('');
  expect(combobox('Building')).toHaveValue('Seestrasse 7');
  expect(combobox('Apartment')).toHaveValue('');
});

it('rows that somebody else has invited in the meantime are named, and all rows remain', async () => {
  api.on(CREATE, () => ({ body: { created: 0, errors: [INVITED] } }));
  const { preview, press } = await open();
  await preview();
  await press('Send 2 invitations');
  expect(await screen.findByRole('region', { name: 'Rows that were not created' })).toBeVisible();
  expect(field('E-mail addresses')).toHaveValue(PASTED);
});

it('names the rows that another API rejects, and does not send the others twice', async () => {
  vi.stubEnv('API_BASE_URL', 'https://api.example/api');
  api.on(CREATE, () => ({ body: { created: 1, errors: [{ ...INVITED, row: VALID[1] }] } }));
  const { preview, press } = await open();
  await preview();
  await press('Send 2 invitations');
  expect(await screen.findByText('1 invitation sent')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Rows that were not created' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
});

it.each([
  [VALIDATE, 'Validation failed: Too busy', 'Preview'],
  [CREATE, 'Failed to send invitation: Too busy', 'Send 2 invitations'],
])('keeps the page where %s fails, and can be pressed again', async (call, text, name) => {
  const { choose, user, press } = await open();
  await choose('Building', 'Seestrasse 7');
  await user.click(field('Email Address'));
  await user.paste(PASTED);
  await screen.findByLabelText('E-mail addresses');
  api.reject(call, 400, 'Too busy');
  await press('Preview');
  if (call === CREATE) await press(name);
  expect(await screen.findByText(text)).toBeVisible();
  expect(field('E-mail addresses')).toHaveValue(PASTED);
  expect(button(name)).toBeEnabled();
});
