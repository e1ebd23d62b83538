import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AcceptPage } from '~/features/acceptance/accept-page';
import { SetPasswordPage } from '~/features/set-password/set-password-page';
import { renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const TOKEN = 'abcdefghijklmnopqrstuvwxyz';
const INVITATION = { role: 'owner', condo_name: 'Seestrasse 7', apartment_number: '1A' };

describe.each([
  {
    thing: 'invitation',
    Page: AcceptPage,
    call: 'GET /invitations/accept',
    opened: { ...INVITATION, email: 'neu@example.ch', has_account: false },
  },
  {
    thing: 'link',
    Page: SetPasswordPage,
    call: 'GET /auth/set-password',
    opened: { email: 'neu@example.ch' },
  },
])('a page behind a link: $thing', ({ thing, Page, call, opened }) => {
  const BROKEN = /^This link is not valid\. Please open the (whole )?link/;

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

  it.each(['', 'cut off'])('says itself that "%s" is no link, without a call', async (token) => {
    await renderScreen(<Page token={token} />);
    expect(await screen.findByRole('alert')).toHaveTextContent(BROKEN);
    expect(api.calls).toHaveLength(0);
  });

  it('offers to try again when the server does not answer', async () => {
    api.on(call, () => ({ status: 503, body: { detail: 'Starting' } }));
    const { user } = await renderScreen(<Page token={TOKEN} />);
    expect(await screen.findByText(`Error loading ${thing}: Starting`)).toBeVisible();
    api.on(call, () => ({ body: opened }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByLabelText('Email')).toHaveValue(opened.email);
  });
});
