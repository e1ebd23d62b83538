import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ProposalsPage } from '~/imports/screens/proposals-page';
import type { Proposal } from '~/proposals/schema';
import { hrefOf, renderScreen, rowTexts } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { PROPOSAL } from './proposal-fixtures';

const LIST = 'GET /admin/proposals';

async function open(proposals: readonly Proposal[]) {
  api.on(LIST, () => ({ body: proposals }));
  await renderScreen(<ProposalsPage />);
}

const rows = async () => rowTexts(within(await screen.findByRole('table', { name: 'Proposals' })));

it('lists who proposes what, when, by which token and why, each a link to its review', async () => {
  await open([
    PROPOSAL,
    { ...PROPOSAL, id: 6, reason: 'Nightly', token: 'Robot', author_state: 'revoked', creates: 9 },
    { ...PROPOSAL, id: 7, reason: 'Mine', author: null, author_state: 'withdrawn', creates: 0 },
  ]);
  const [, first = [], second = [], third = []] = await rows();
  expect(first[0]).toBe('The commune has merged');
  expect(first[1]).toBe('Ada Meier');
  expect(first[3]).toBe('2 buildings changed, 1 building createdAlpha, Beta, and 1 more');
  expect(first[4]).toMatch(/^Open until Dec 20, 2026/);
  expect(second[1]).toBe('Ada Meierby token RobotToken revoked');
  expect(second[3]).toContain('9 buildings created');
  expect(third[1]).toBe('ada@example.comRights withdrawn');
  expect(third[3]).toBe('2 buildings changedAlpha, Beta');
  expect(await hrefOf('The commune has merged')).toBe('/proposals/5');
});

it('decided proposals come after the open ones, each with the person and the reason', async () => {
  const decided = { decided_at: '2026-11-21T10:00:00.000Z', decided_by: 'Eve' };
  const applied = { ...PROPOSAL, ...decided, status: 'applied', import_id: 3 } as const;
  await open([
    { ...PROPOSAL, ...decided, status: 'rejected', rejection: 'too early' },
    { ...applied, id: 6, decided_by: null, decided_by_email: 'eve@example.com' },
    { ...applied, id: 7, undone_at: '2026-11-22T10:00:00.000Z' },
    { ...PROPOSAL, id: 8, status: 'expired' },
    { ...PROPOSAL, id: 9 },
  ]);
  const states = (await rows()).map((cells) => cells[4]);
  expect(states).toEqual([
    'Status',
    expect.stringMatching(/^Open until/),
    expect.stringMatching(/^Rejected by Eve, Nov 21, 2026.*: too early$/),
    expect.stringMatching(/^Applied by eve@example.com, Nov 21, 2026/),
    expect.stringMatching(/^Applied by Eve, .*; undone Nov 22, 2026/),
    expect.stringMatching(/^Expired on Dec 20, 2026/),
  ]);
});

it('the page says that it loads or that there is no proposal, and offers Retry', async () => {
  const answer = api.hold(LIST, () => ({ status: 403, body: { detail: 'No' } }));
  const { press } = await renderScreen(<ProposalsPage />);
  expect(await screen.findByText('Loading proposals...')).toBeVisible();
  answer();
  expect(await screen.findByRole('alert')).toHaveTextContent('Error loading proposals.');
  api.on(LIST, () => ({ body: [] }));
  await press('Retry');
  expect(await screen.findByText('No proposals found.')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
});
