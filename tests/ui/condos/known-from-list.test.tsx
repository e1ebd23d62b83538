import { createRouter } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { condoQueries } from '~/condos/queries';
import { CondoDetailPage } from '~/condos/screens/condo-detail-page';
import { CondosPage } from '~/condos/screens/condos-page';
import { condoSearch } from '~/condos/search';
import { routeTree } from '~/routeTree.gen';
import { dropRecords } from '~/rpc/queries';
import { PeopleCard } from '~/users/screens/people-card';
import { button, dialog, fact, field, renderScreen } from '../../support/on-screen';
import type { Answer } from '../../support/stub-api';
import { api } from '../../support/stub-transport';
import { VersionedRecord } from '../../support/versioned-record';
import { CONDO } from './condo-fixtures';

const GET_CALL = 'GET /admin/condos/7';
const LOADING = 'Loading building details...';

let record: VersionedRecord;
beforeEach(() => {
  record = new VersionedRecord(api, '/admin/condos/7', CONDO);
  api
    .serve({ '/admin/apartments': [], '/admin/users': [], '/admin/invitations': [] })
    .on('GET /admin/condos', () => ({ body: [CONDO], etag: '"of the list"' }));
});

/** The list, and the page of one of its buildings. */
function Screens() {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) {
    return (
      <CondoDetailPage condoId={7}>
        {() => <PeopleCard condoId={7}>{() => null}</PeopleCard>}
      </CondoDetailPage>
    );
  }
  return (
    <>
      <CondosPage query={condoSearch.defaults} />
      <button type="button" onClick={() => setOpen(true)}>
        Go on
      </button>
    </>
  );
}

/** Opens the building from the list, before it is answered. */
async function openHeld(answer: Answer = () => record.answer()) {
  const release = api.hold(GET_CALL, answer);
  const opened = await renderScreen(<Screens />, '/condos');
  await screen.findByRole('link', { name: CONDO.name });
  await opened.press('Go on');
  return { ...opened, release };
}

const headerButton = (name: string) => button(`${name} Building`);

it('shows at once what the list knows, without a loading text', async () => {
  const { release } = await openHeld();
  expect(screen.getByRole('heading', { level: 1, name: CONDO.name })).toBeVisible();
  expect(fact('Address')).toHaveTextContent('Seestrasse 7 8002 Zürich');
  expect(fact('Description')).toHaveTextContent('By the lake.');
  expect(document.title).toBe('Seestrasse 7 · Condo Admin');
  expect(await screen.findByRole('heading', { name: 'People' })).toBeVisible();
  expect(screen.queryByText(LOADING)).toBeNull();
  record.someoneElseSaves({ description: 'By the river.' });
  release();
  await waitFor(() => expect(fact('Description')).toHaveTextContent('By the river.'));
});

it('edits and deletes nothing until the building itself has come', async () => {
  const { user, queryClient, release, press } = await openHeld();
  for (const name of ['Edit', 'Delete']) {
    expect(headerButton(name)).toHaveAttribute('aria-disabled', 'true');
    await user.click(headerButton(name));
  }
  expect(screen.queryByRole('dialog')).toBeNull();
  const toggle = button('Update Building Information');
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await user.click(toggle);
  expect(screen.queryByLabelText('Canton')).toBeNull();
  // The row is not in the cache in the place of the building.
  expect(queryClient.getQueryData(condoQueries.detail(7).queryKey)).toBeUndefined();
  release();
  expect(await screen.findByLabelText('Canton')).toHaveValue('ZH');
  expect(headerButton('Edit')).toHaveAttribute('aria-disabled', 'false');
  await press('Delete Building');
  expect(await dialog('Delete Building')).toBeVisible();
});

it('saves on the version of the building, never on that of the list', async () => {
  record.someoneElseSaves({ city: 'Genève' });
  const { press, retype, release } = await openHeld();
  expect(fact('Location')).toHaveTextContent('Zürich');
  release();
  await waitFor(() => expect(fact('Location')).toHaveTextContent('Genève'));
  await press('Edit Building');
  await screen.findByLabelText('Canton');
  expect(field('City/Town/Commune')).toHaveValue('Genève');
  await retype('Canton', 'GE');
  record.someoneElseSaves({ zip_code: '1200' });
  await press('Update Building');
  const title = 'Someone else has changed this building';
  expect(within(await dialog(title)).getByText(/Save with these choices/)).toBeVisible();
  expect(record.matched()).toEqual(['"v2"']);
});

it('a building that the API lacks is missing, although a list has it', async () => {
  const { release } = await openHeld(() => ({ status: 404 }));
  release();
  expect(await screen.findByText('Error loading building or building not found.')).toBeVisible();
  expect(screen.queryByText('By the lake.')).toBeNull();
});

it('a building that left the list is not preloaded', async () => {
  const { queryClient } = await renderScreen(<CondosPage query={condoSearch.defaults} />);
  // A router of its own, which has not preloaded the page yet.
  const preload = () =>
    createRouter({ routeTree, context: { queryClient } }).preloadRoute({
      to: '/condos/$condoId',
      params: { condoId: 7 },
    });
  await screen.findByRole('link', { name: CONDO.name });
  await preload();
  await waitFor(() => expect(api.made(GET_CALL)).toHaveLength(1));
  dropRecords(queryClient, 'condos', [7]);
  await preload();
  expect(api.made(GET_CALL)).toHaveLength(1);
});
