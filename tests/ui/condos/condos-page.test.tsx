import type { AnyRouter } from '@tanstack/react-router';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fieldsOf } from '~/fields/reading';
import { condoSearch } from '~/condos/search';
import { CondosPage } from '~/condos/screens/condos-page';
import { aCondo } from '../../support/builders';
import { button, field, renderScreen, textsOf } from '../../support/on-screen';
import type { StubAnswer } from '../../support/stub-api';
import { api } from '../../support/stub-transport';

const LIST_CALL = 'GET /admin/condos';
const ALPHA = aCondo({ id: 1, name: 'Alpha', city: 'Zürich' });
const BETA = aCondo({ id: 2, name: 'Beta', city: 'Bern' });

let answer: (filtered: StubAnswer) => void;

beforeEach(() => {
  const { promise: filtered, resolve } = Promise.withResolvers<StubAnswer>();
  answer = resolve;
  api.on(LIST_CALL, ({ query }) =>
    Object.keys(query).some((name) => !name.startsWith('sort')) || query.sort_order === 'desc'
      ? filtered
      : { body: [ALPHA, BETA] },
  );
});

async function open() {
  const opened = await renderScreen(
    (search) => <CondosPage query={condoSearch.read(search)} />,
    '/condos',
  );
  await screen.findByRole('link', { name: 'Alpha' });
  return opened;
}

function names() {
  const table = screen.getByRole('table', { name: 'Buildings' });
  return textsOf(within(table).queryAllByRole('link', { name: /^(Alpha|Beta|Gamma)$/ }));
}

/** Types letters, for which the loaded rows are looked through. */
async function filter(): Promise<void> {
  const { user } = await open();
  await user.type(field('City/Town/Commune'), 'be');
  await waitFor(() => expect(names()).toEqual(['Beta']));
}

describe('before the API has answered', () => {
  it('a letter shows what the loaded rows say, and the count waits for the answer', async () => {
    await filter();
    expect(screen.getByText('2 buildings')).toBeVisible();
    answer({ body: [BETA] });
    expect(await screen.findByText('1 of 2 buildings')).toBeVisible();
    expect(names()).toEqual(['Beta']);
  });

  it('a text that comes without a key does so too', async () => {
    await open();
    fireEvent.input(field('City/Town/Commune'), { target: { value: 'be' } });
    await waitFor(() => expect(names()).toEqual(['Beta']));
  });

  it("the API's answer wins", async () => {
    await filter();
    answer({ body: [aCondo({ id: 3, name: 'Gamma' })] });
    await waitFor(() => expect(names()).toEqual(['Gamma']));
  });

  it('a failure shows its error, not what was loaded', async () => {
    await filter();
    answer({ status: 422, body: { detail: 'No such city' } });
    expect(await screen.findByText('Error loading condos: No such city')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Beta' })).toBeNull();
  });

  it('a click on a header shows its order before the URL follows, and each click can be undone', async () => {
    const { press, router } = await open();
    await press(/Name/);
    // The order changes before the answer, so the code that sorts loaded rows has come. The next clicks
    // show their order at once.
    await waitFor(() => expect(names()).toEqual(['Beta', 'Alpha']));
    answer({ body: [BETA, ALPHA] });
    await waitFor(() => expect(orderOf(router)).toBe('desc'));

    const before = router.history.length;
    fireEvent.click(button(/Name/));
    expect(names()).toEqual(['Alpha', 'Beta']);
    expect(orderOf(router)).toBe('desc');
    fireEvent.click(button(/Name/));
    expect(names()).toEqual(['Beta', 'Alpha']);
    await waitFor(() => expect(router.history.length).toBe(before + 2));
    expect(orderOf(router)).toBe('desc');
    router.history.back();
    await waitFor(() => expect(orderOf(router)).toBe('asc'));
    await waitFor(() => expect(names()).toEqual(['Alpha', 'Beta']));
  });
});

function orderOf(router: AnyRouter): unknown {
  return fieldsOf(router.state.location.search).sort_order;
}

it('filters are text boxes, with suggestions while somebody types', async () => {
  const { user } = await open();
  const suggested = 'datalist#condo-city option';
  expect(document.querySelector(suggested)).toBeNull();
  await user.type(field('Canton'), 'Z');
  await waitFor(() => expect(document.querySelector(suggested)).not.toBeNull());
  expect(field('Canton')).toHaveAttribute('list', 'condo-state');
  await user.tab();
  const labels = screen
    .getAllByRole('textbox')
    .map((input) => input instanceof HTMLInputElement && input.labels?.[0]?.textContent);
  expect(labels).toEqual(['City/Town/Commune', 'Canton', 'Zip Code', 'Country']);
});
