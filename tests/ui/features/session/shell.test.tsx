import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { endSession, getSession, startSession } from '~/data/session/session-store';
import { Shell } from '~/features/session/shell';
import { addOpenForm, type OpenForm } from '~/lib/open-forms';
import { renderScreen } from '../../../support/render-screen';

const logoutFn = vi.hoisted(() => vi.fn<(call: object) => Promise<void>>());
vi.mock('~/data/session/session.functions', () => ({ logoutFn }));

const SESSION = { token: 't', user: { email: 'ada@example.com', role: 'super_admin' } };

afterEach(() => endSession('logout'));

/** A form on the screen that holds something, until the test is over. */
function openDirtyForm() {
  const form = {
    isDirty: () => true,
    ask: vi.fn<OpenForm['ask']>(),
    keep: vi.fn<OpenForm['keep']>(),
  };
  onTestFinished(addOpenForm(form));
  return form;
}

test('a session that ended before the shell stood leads to /login too, and back afterwards', async () => {
  startSession(SESSION);
  endSession('expired');
  const { router } = await renderScreen(<Shell />, { path: '/condos' });
  expect(await screen.findByText('At /login')).toBeVisible();
  expect(router.state.location.search).toEqual({ redirect: '/condos' });
});

test('with a session the shell stays', async () => {
  startSession(SESSION);
  await renderScreen(<Shell />, { path: '/condos' });
  expect(screen.getByText('Welcome, ada@example.com')).toBeVisible();
});

test.each(['answers', 'is away'])(
  'Logout ends the token too, and waits for no server that %s',
  async (how) => {
    logoutFn.mockReset();
    if (how === 'answers') logoutFn.mockResolvedValue();
    else logoutFn.mockRejectedValue(new Error('away'));
    startSession(SESSION);
    await renderScreen(<Shell />, { path: '/condos' });
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    expect(getSession()).toBeNull();
    expect(await screen.findByText('At /login')).toBeVisible();
    expect(logoutFn.mock.calls).toEqual([[{ headers: { authorization: 'Bearer t' } }]]);
  },
);

test('a session that a 401 ended has no token to end', async () => {
  logoutFn.mockReset();
  startSession(SESSION);
  await renderScreen(<Shell />, { path: '/condos' });
  endSession('expired');
  expect(await screen.findByText('At /login')).toBeVisible();
  expect(logoutFn).not.toHaveBeenCalled();
});

test('a session that ends by itself keeps what was typed', async () => {
  startSession(SESSION);
  await renderScreen(<Shell />, { path: '/condos' });
  const form = openDirtyForm();
  endSession('expired');
  expect(form.keep).toHaveBeenCalledOnce();
  expect(form.ask).not.toHaveBeenCalled();
});

test('Logout asks what becomes of a changed form, and then keeps nothing', async () => {
  logoutFn.mockReset();
  logoutFn.mockResolvedValue();
  startSession(SESSION);
  await renderScreen(<Shell />, { path: '/condos' });
  const form = openDirtyForm();
  sessionStorage.setItem('drafts:of an earlier form', '{}');
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  expect(getSession()).not.toBeNull();
  form.ask.mock.calls[0]?.[0]();
  expect(getSession()).toBeNull();
  expect(await screen.findByText('At /login')).toBeVisible();
  expect(form.keep).not.toHaveBeenCalled();
  expect(sessionStorage).toHaveLength(0);
});
