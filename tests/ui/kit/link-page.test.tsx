import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AcceptPage } from '~/invitations/screens/accept-page';
import { SetPasswordPage } from '~/accounts/screens/set-password-page';
import { field, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const TOKEN = 'abcdefghijklmnopqrstuvwxyz';
const INVITATION = { role: 'owner', condo_name: 'Seestrasse 7', apartment_number: '1A' };

const BROKEN = /^This link is not valid\. Please open the (whole )?link/;

// Without a token an invitation's page asks for the code of a letter.
it('an empty token is rejected without a call', async () => {
  await renderScreen(<SetPasswordPage token="" />);
  expect(await screen.findByRole('alert')).toHaveTextContent(BROKEN);
  expect(api.calls).toHaveLength(0);
});

describe.each([
  {
    thing: 'invitation',
    Page: AcceptPage,
    path: '/invitations/accept',
    opened: { ...INVITATION, email: 'neu@example.ch', has_account: true },
    label: 'Password',
    submit: 'Accept Invitation',
    rejected: 'No',
  },
  {
    thing: 'link',
    Page: SetPasswordPage,
    path: '/auth/set-password',
    opened: { email: 'neu@example.ch' },
    label: 'New Password',
    submit: 'Set Password',
    rejected: 'No At least 12 characters',
  },
])('a page behind a link: $thing', ({ thing, Page, path, opened, ...form }) => {
  const { label, submit, rejected } = form;
  const call = `GET ${path}`;

  it.each([
    [410, 'This link has expired. Please ask for a new one.'],
    [410, 'This link has already been used.'],
    [404, 'This link is unknown.'],
  ])('says in the words of the API why it does not open: %i, %s', async (status, detail) => {
    api.on(call, () => ({ status, body: { detail } }));
    await renderScreen(<Page token={TOKEN} />);
    expect(await screen.findByRole('alert')).toHaveTextContent(detail);
    expect(screen.queryByRole('button')).toBeNull();
    expect(api.calls).toHaveLength(1);
  });

  it('says that a token is no link when the API finds it malformed', async () => {
    api.on(call, () => ({ status: 422, body: { detail: 'token is not valid' } }));
    await renderScreen(<Page token="cut off" />);
    expect(await screen.findByRole('alert')).toHaveTextContent(BROKEN);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('offers to try again when the server does not answer', async () => {
    api.on(call, () => ({ status: 503, body: { detail: 'Starting' } }));
    const { user } = await renderScreen(<Page token={TOKEN} />);
    expect(await screen.findByText(`Error loading ${thing}: Starting`)).toBeVisible();
    api.on(call, () => ({ body: opened }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByLabelText('Email')).toHaveValue(opened.email);
  });

  it('shows a rejected password at its field, and other errors above the button', async () => {
    api.serve({ [path]: opened }).reject(`POST ${path}`, 422, 'No', 'password');
    const { user, press } = await renderScreen(<Page token={TOKEN} />);
    await user.type(await screen.findByLabelText(label), 'ein langer satz');
    await press(submit);
    await waitFor(() => expect(field(label)).toHaveAccessibleDescription(rejected));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field('Email')).toHaveValue(opened.email);
    api.reject(`POST ${path}`, 410, 'This link has expired.');
    await press(submit);
    expect(await screen.findByRole('alert')).toHaveTextContent('This link has expired.');
    expect(field(label)).toHaveValue('ein langer satz');
  });
});
