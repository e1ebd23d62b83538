import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { claimDrafts, keepForms } from '~/kit/ui/open-forms';
import type { TenancyTask } from '~/users/tenancy/task';
import { field } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import {
  ANNA,
  association,
  begins,
  CREATE,
  dialog,
  enter,
  HOME,
  open,
  serveTenancies,
  tenancy,
} from './tenancy-screen';

serveTenancies();

describe('what was typed', () => {
  const ME = '1 anna@example.com';
  const QUESTION = 'Leave without saving?';
  const HOME_TASK: TenancyTask = { kind: 'begin', ...HOME };

  beforeEach(() => {
    claimDrafts(ME);
    api.serve({ '/admin/condos': [{ id: 7, name: 'Seeblick' }] });
  });

  it.each<[string, TenancyTask]>([
    ['Note', HOME_TASK],
    ['Last Name', { kind: 'add' }],
    ['Note', { kind: 'edit', tenancies: [ANNA] }],
    ['First day in the new apartment', { kind: 'move', tenancies: [ANNA] }],
  ])('%s is asked about by Escape and the close button, and Cancel discards it', async (...row) => {
    const [label, task] = row;
    const { user, answer, press } = await open(task);
    await user.type(await screen.findByLabelText(label), '1');
    const typed = field(label).value;
    await user.keyboard('{Escape}');
    await answer(QUESTION, 'Stay');
    expect(dialog.isDone).toBe(false);
    expect(field(label)).toHaveValue(typed);
    await press('Close');
    await answer(QUESTION, 'Leave');
    expect(dialog.isDone).toBe(true);
    dialog.isDone = false;
    await press('Cancel');
    expect(dialog.isDone).toBe(true);
  });

  it.each<TenancyTask>([
    HOME_TASK,
    { kind: 'add' },
    { kind: 'edit', tenancies: [ANNA] },
    { kind: 'change', tenancies: [ANNA] },
  ])('is nothing where the fields were only visited: $kind', async (task) => {
    const { user } = await open(task);
    for (let tabs = 0; tabs < 15; tabs += 1) await user.tab();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(dialog.isDone).toBe(true));
    expect(screen.queryByRole('dialog', { name: QUESTION })).toBeNull();
  });

  it('is asked about before Back', async () => {
    const { user, router, answer } = await open(HOME_TASK);
    await user.type(await screen.findByLabelText('Note'), 'Keys');
    void router.navigate({ to: '/users' });
    await answer(QUESTION, 'Stay');
    expect(router.state.location.pathname).toBe('/screen');
    expect(field('Note')).toHaveValue('Keys');
  });

  it('stays while it is saved', async () => {
    const goOn = api.hold(CREATE, () => ({ status: 201, body: { id: 60, user_id: 200 } }));
    const { user, press } = await enter('Nonna');
    await press('Move in');
    await waitFor(() => expect(api.made(CREATE)).toHaveLength(1));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog', { name: QUESTION })).toBeNull();
    expect(dialog.isDone).toBe(false);
    goOn();
    await waitFor(() => expect(dialog.isDone).toBe(true));
  });

  /** Ends the session as a 401 does, and opens the same dialog again after the sign-in. */
  async function interrupt({ router }: Awaited<ReturnType<typeof open>>): Promise<void> {
    keepForms();
    await router.navigate({ to: '/login' });
    claimDrafts(ME);
    router.history.push('/screen');
    await screen.findByRole('button', { name: 'Cancel' });
  }

  it('is offered again by the same dialog after the session had ended', async () => {
    const opened = await open({ kind: 'add' });
    await opened.user.type(await screen.findByLabelText('Last Name'), 'Rossi');
    await opened.choose('Building', /Seeblick/);
    await opened.user.type(await screen.findByLabelText('Note'), 'Keys');
    await interrupt(opened);
    expect(field('Last Name')).toHaveValue('');
    await opened.press('Restore unsaved changes');
    expect(field('Last Name')).toHaveValue('Rossi');
    expect(await screen.findByLabelText('Building')).toHaveValue('Seeblick');
    expect(await screen.findByLabelText('Note')).toHaveValue('Keys');
    expect(sessionStorage).toHaveLength(0);
  });

  it('names the person again, whom the first search does not find', async () => {
    const opened = await open(HOME_TASK);
    await opened.choose('Person', /Mona/);
    api.serve({ '/admin/users': [] });
    await interrupt(opened);
    await opened.press('Restore unsaved changes');
    await waitFor(() => expect(field('Person')).toHaveValue('Mona Meier'));
  });

  it('names a new person again', async () => {
    const opened = await enter('Nonna');
    await interrupt(opened);
    await opened.press('Restore unsaved changes');
    await waitFor(() => expect(field('Person')).toHaveValue('New person: Nonna'));
    expect(field('Last Name')).toHaveValue('Nonna');
  });

  it('is about the person who was chosen', async () => {
    const owner = tenancy(52, { name: 'Ugo Owner', role: 'owner' });
    api.on(`PUT ${association(52)}`, () => ({ body: owner, etag: '"52b"' }));
    const opened = await open({ kind: 'end', tenancies: [owner, ANNA] });
    for (const one of [owner, ANNA])
      api.on(`GET ${association(one.id)}`, () => ({ body: one, etag: `"${one.id}"` }));
    await opened.choose('Person', /Ugo/);
    await interrupt(opened);
    await opened.press('Restore unsaved changes');
    await opened.press('Move out');
    await waitFor(() => expect(api.made(`PUT ${association(52)}`)).toHaveLength(1));
    expect(api.made(`PUT ${association(52)}`)[0]?.headers['if-match']).toBe('"52"');
  });

  it('is forgotten once the dialog has saved', async () => {
    begins();
    const opened = await enter('Nonna');
    await interrupt(opened);
    expect(sessionStorage).toHaveLength(1);
    await opened.press('Restore unsaved changes');
    keepForms();
    expect(sessionStorage).toHaveLength(1);
    await opened.press('Move in');
    await waitFor(() => expect(dialog.isDone).toBe(true));
    expect(sessionStorage).toHaveLength(0);
  });
});
