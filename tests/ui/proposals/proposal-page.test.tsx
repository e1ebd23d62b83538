import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ProposalPage } from '~/imports/screens/proposal-page';
import type { ReviewedProposal } from '~/proposals/schema';
import { button, dialog, field, noDialog, pressTwice, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { REVIEWED, signInWith } from './proposal-fixtures';

const GET = 'GET /admin/proposals/5';
const APPLY = 'POST /admin/proposals/5/apply';
const REJECT = 'POST /admin/proposals/5/reject';
const DECIDED = { decided_at: '2026-11-21T10:00:00.000Z', decided_by: 'Eve' };

let proposal: ReviewedProposal;
beforeEach(() => {
  proposal = REVIEWED;
  api.on(GET, () => ({ body: proposal }));
  api.on(APPLY, () => {
    proposal = { ...proposal, ...DECIDED, status: 'applied', import_id: 8 };
    return { body: { created: 1, changed: 2, import_id: 8 } };
  });
});

async function open() {
  const opened = await renderScreen(<ProposalPage proposalId={5} />, '/proposals/5');
  return { ...opened, card: await screen.findByRole('region', { name: 'Review' }) };
}

describe('the review', () => {
  it('has the rows beside what is stored, and sets conflicts apart', async () => {
    const { card } = await open();
    expect(screen.getByText('The commune has merged')).toBeVisible();
    expect(within(card).getByText('2 buildings changed, 1 building created')).toBeVisible();
    expect(within(card).getByText(/^1 row is in conflict/)).toBeVisible();
    expect(screen.getByRole('row', { name: /Alpha/ })).toHaveTextContent('Zug → Baar');
    expect(screen.getByRole('row', { name: /Delta/ })).toHaveTextContent(/^Delta New/);
    const conflict = screen.getByRole('row', { name: /Gamma/ });
    expect(conflict).toHaveTextContent(/^Gamma Changed since.*Zug → Baar$/);
    expect(within(conflict).getByRole('checkbox')).toBeDisabled();
    expect(within(conflict).getByRole('checkbox')).not.toBeChecked();
    expect(within(conflict).queryByRole('button')).toBeNull();
  });

  it('applies all rows but the conflicts, once, by the version that was reviewed, with Undo', async () => {
    api.on('POST /admin/bulk-imports/8/undo', () => {
      proposal = { ...proposal, undone_at: '2026-11-22T10:00:00.000Z' };
      return { body: { removed: 1, restored: 2, kept: [] } };
    });
    const { press } = await open();
    button('Apply Changes').focus();
    pressTwice(button('Apply Changes'));
    expect(await screen.findByText(/^Applied by Eve/)).toBeVisible();
    expect(api.sent(APPLY)).toEqual([
      { version: 'p1', rows: [{ row: 0 }, { row: 2 }, { row: 4 }] },
    ]);
    expect(screen.queryByRole('button', { name: 'Apply Changes' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Proposal' })).toHaveFocus();
    await press('Undo');
    expect(await screen.findByText('Restored')).toBeVisible();
    expect(await screen.findByText(/; undone Nov 22, 2026/)).toBeVisible();
  });

  it('applies what is chosen, with values that were edited', async () => {
    const { user, press, answer, retype } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'Apply Delta' }));
    const alpha = screen.getByRole('row', { name: /Alpha/ });
    await user.click(within(alpha).getByRole('button', { name: 'Edit...' }));
    expect(await dialog()).toHaveAccessibleName('Edit Alpha');
    await user.clear(field('City/Town/Commune'));
    await answer('Edit Alpha', 'Use these values');
    expect(await screen.findByText('City/Town/Commune is required')).toBeVisible();
    await retype('City/Town/Commune', 'Cham');
    await answer('Edit Alpha', 'Use these values');
    await noDialog();
    expect(screen.getByRole('row', { name: /Alpha/ })).toHaveTextContent('Zug → Cham');
    await press('Apply Changes');
    await waitFor(() =>
      expect(api.sent(APPLY)).toEqual([
        { version: 'p1', rows: [{ row: 0, values: { city: 'Cham' } }, { row: 4 }] },
      ]),
    );
  });

  it('Escape asks before edited values are lost', async () => {
    const { user, answer } = await open();
    const alpha = screen.getByRole('row', { name: /Alpha/ });
    await user.click(within(alpha).getByRole('button', { name: 'Edit...' }));
    await dialog('Edit Alpha');
    await user.type(field('City/Town/Commune'), 'x{Escape}');
    await answer('Leave without saving?', 'Stay');
    expect(await dialog('Edit Alpha')).toBeVisible();
  });

  it('nothing can be applied where no row is chosen', async () => {
    const { user } = await open();
    for (const name of ['Alpha', 'Beta', 'Delta'])
      await user.click(screen.getByRole('checkbox', { name: `Apply ${name}` }));
    expect(button('Apply Changes')).toBeDisabled();
  });

  it('says which record has changed meanwhile, and shows it as a conflict', async () => {
    const { press } = await open();
    api.on(APPLY, () => {
      proposal = {
        ...proposal,
        rows: proposal.rows.map((row) =>
          row.name === 'Beta' ? Object.assign({}, row, { state: 'deleted', old: null }) : row,
        ),
      };
      return { status: 409, body: { detail: 'Beta was changed since' } };
    });
    await press('Apply Changes');
    expect(await screen.findByText('Applying failed: Beta was changed since')).toBeVisible();
    expect(await screen.findByText(/^2 rows are in conflict/)).toBeVisible();
    expect(screen.getByRole('row', { name: /Beta/ })).toHaveTextContent(/^Beta Deleted/);
  });

  it('of another version drops the choices: no row is applied before somebody has seen it', async () => {
    const { user, press } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'Apply Alpha' }));
    api.on(APPLY, () => {
      proposal = { ...proposal, version: 'p2' };
      return { status: 412, body: { detail: 'Another version' } };
    });
    await press('Apply Changes');
    await waitFor(() =>
      expect(screen.getByRole('checkbox', { name: 'Apply Alpha' })).toBeChecked(),
    );
    expect(await screen.findByText('Applying failed: Another version')).toBeVisible();
  });

  it('is rejected with a word', async () => {
    api.on(REJECT, () => {
      proposal = { ...proposal, ...DECIDED, status: 'rejected', rejection: 'too early' };
      return { status: 204 };
    });
    const { user, press, answer } = await open();
    await press('Reject...');
    await dialog('Reject Proposal');
    await user.type(field('Reason (optional)'), ' too early ');
    await answer('Reject Proposal', 'Reject');
    expect(await screen.findByText('Proposal rejected')).toBeVisible();
    expect(api.sent(REJECT)).toEqual([{ reason: 'too early' }]);
    expect(await screen.findByText(/^Rejected by Eve.*: too early$/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Reject...' })).toBeNull();
  });

  it('of somebody else who was quicker stays, with what the API says', async () => {
    api.reject(REJECT, 409, 'It was applied already');
    const { press, answer } = await open();
    await press('Reject...');
    await answer('Reject Proposal', 'Reject');
    expect(await screen.findByText('It was applied already')).toBeVisible();
  });
});

it.each(['look', 'propose'] as const)(
  'a user with the rights %s decides nothing',
  async (rights) => {
    signInWith(rights);
    const { card } = await open();
    expect(within(card).queryByRole('button')).toBeNull();
    for (const box of within(card).getAllByRole('checkbox')) expect(box).toBeDisabled();
  },
);

it('an applied one has the values that were applied, and no conflicts', async () => {
  proposal = { ...REVIEWED, ...DECIDED, status: 'applied', import_id: 8 };
  const { card } = await open();
  expect(within(card).queryByText(/in conflict/)).toBeNull();
  expect(screen.getByRole('row', { name: /Gamma/ })).not.toHaveTextContent('Zug');
});

it('a deleted proposal says so, without Retry', async () => {
  api.reject(GET, 404, 'Proposal not found');
  await renderScreen(<ProposalPage proposalId={5} />, '/proposals/5');
  expect(await screen.findByText('Error loading proposal: Proposal not found')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

it('an address without an id says the same, and asks for nothing', async () => {
  await renderScreen(<ProposalPage proposalId={null} />, '/proposals/abc');
  expect(await screen.findByText('Error loading proposal: Proposal not found')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(api.made('GET /admin/proposals/0')).toEqual([]);
});
