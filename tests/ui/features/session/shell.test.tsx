import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { endSession, startSession } from '~/data/session/session-store';
import { Shell } from '~/features/session/shell';
import { renderScreen } from '../../../support/render-screen';

const SESSION = { token: 't', user: { email: 'ada@example.com', role: 'super_admin' } };

afterEach(() => endSession('logout'));

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
